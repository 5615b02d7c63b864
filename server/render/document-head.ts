import { createHash } from 'node:crypto';
import { type PageState, pageStateElementId } from '#client/page-state.ts';
import { fontFiles } from '#client/styles/fonts.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { bootScript } from '#client/theme/boot-script.ts';
import { findPageById } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';

/** The styles of one page: what Emotion inserted while it was rendered. */
export interface PageCss {
  /** Class ids, separated by spaces, which the browser's Emotion cache takes over. */
  readonly ids: string;
  readonly css: string;
}

/** `'sha256-…'` as a policy source, of a text exactly as it stands in the document. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The policy sources of what every page carries inline. */
export const bootScriptSource = hashSource(bootScript);
export const globalCssSource = hashSource(globalCss);

const fonts = Object.values(fontFiles)
  .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`)
  .join('');

const icons =
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">';

/**
 * What stands in front of `</head>`, outside the React tree. Fonts first, since they paint; the boot
 * script before the body, so that the theme never flashes; the entry is deferred like every module.
 */
export function renderDocumentHead(state: PageState, page: PageCss, assets: AssetManifest): string {
  const { entry, preload, pages } = assets;
  const { framed } = findPageById(state.pageId); // stands in a sandbox that runs no script
  const modules = framed ? [] : [...preload, ...(pages[state.pageId] ?? [])];
  return [
    fonts,
    ...modules.map((file) => `<link rel="modulepreload" href="${file}">`),
    icons,
    `<style>${globalCss}</style>`,
    `<style data-emotion="css ${page.ids}">${page.css}</style>`,
    framed ? '' : renderScripts(state, entry),
  ].join('');
}

function renderScripts(state: PageState, entry: string | undefined): string {
  const json = formatJson(state);
  return [
    `<script>${bootScript}</script>`,
    `<script type="application/json" id="${pageStateElementId}">${json}</script>`,
    entry === undefined ? '' : `<script type="module" src="${entry}"></script>`,
  ].join('');
}

/** JSON that cannot end the script element it stands in. */
function formatJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
