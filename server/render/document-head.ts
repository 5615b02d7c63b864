import { hash } from 'node:crypto';
import type { PageState } from '#client/page-state.ts';
import { pageStateElementId } from '#client/page-state-element.ts';
import { fontFiles } from '#client/styles/font-files.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { colours } from '#client/styles/tokens.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { HeadSubject } from '#shared/head.ts';
import { listAlternates } from '#shared/resources.ts';
import { getPageById } from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import { hasSocialImage, socialImageSize } from '#shared/social-images.ts';
import { describeStructuredData } from '#shared/structured-data.ts';
import type { AssetManifest } from './asset-manifest.ts';

/** The policy source `'sha256-…'` of a text, exactly as in the document. */
export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

export const globalCssSource = hashSource(globalCss);

const fontPreloads = Object.values(fontFiles)
  .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`)
  .join('');

/**
 * Nothing is painted before `<main>` begins: a part of the header would move when its rest is parsed (HTML, link type
 * `expect`). Browsers without it ignore it.
 */
const firstPaint = '<link rel="expect" href="#main" blocking="render">';

const icons =
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">';

export const pageColours = { page: colours.light.page } as const;

/** The colour of the browser's bars, per theme. For a chosen theme the inline script rewrites `media`. */
const themeColours = (['light', 'dark'] as const)
  .map(
    (theme) =>
      `<meta name="theme-color" content="${colours[theme].page}" media="(prefers-color-scheme:${theme})">`,
  )
  .join('');

/**
 * Renders the part of the head outside the React tree, in front of `</head>`. The inline script comes
 * before the body, so that the theme never flashes. It fetches fonts and scripts after the first paint.
 * Data for programs comes last.
 *
 * @param css the rules of the page's classes
 * @param subject what the page's data make of its head
 */
export function renderDocumentHead(
  state: PageState,
  css: string,
  assets: AssetManifest,
  subject: HeadSubject | undefined,
): string {
  const { site, data } = state;
  const { socialImages, inlineScript } = assets;
  const row = getPageById(state.pageId);
  const { framed } = row; // its frame has a sandbox without scripts
  const hasImage = hasSocialImage(row) && socialImages !== undefined;
  const thing = describeStructuredData(row, { site, images: socialImages, data, subject });
  return [
    ...(framed
      ? [fontPreloads, icons]
      : [firstPaint, icons, themeColours, renderPreview(site, hasImage), renderAlternates(site)]),
    `<style>${globalCss}</style>`,
    `<style>${css}</style>`,
    framed || inlineScript === '' ? '' : `<script>${inlineScript}</script>`,
    // A data block: the browser does not run it, so the policy does not apply (HTML, "prepare the script element").
    thing ? `<script type="application/ld+json">${formatJson(thing)}</script>` : '',
    framed ? '' : renderPageState(state, assets),
  ].join('');
}

/**
 * The state for hydration: see `client/page-state.ts`. The element's attribute lists the page's modules;
 * the inline script imports them all at once.
 */
function renderPageState(
  state: PageState,
  { entry, preload, pages, stylesheet }: AssetManifest,
): string {
  const { id, file = id } = getPageById(state.pageId);
  const modules = entry === '' ? [] : [entry, ...preload, ...(pages[file] ?? [])];
  const scripts = modules.length > 0 ? ` data-scripts="${modules.join(' ')}"` : '';
  const styles = stylesheet === undefined ? '' : ` data-styles="${stylesheet}"`;
  return `<script type="application/json" id="${pageStateElementId}"${scripts}${styles}>${formatJson(state)}</script>`;
}

/** The Open Graph properties that are the same for every page; `client/document.tsx` has the others. */
function renderPreview({ name }: Site, hasImage: boolean): string {
  const { width, height } = socialImageSize;
  return [
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(name)}">`,
    hasImage
      ? `<meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">`
      : '',
    `<meta name="twitter:card" content="${hasImage ? 'summary_large_image' : 'summary'}">`,
  ].join('');
}

function renderAlternates(site: Site): string {
  return listAlternates(site)
    .map(
      ({ path, type, title }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${path}">`,
    )
    .join('');
}

/** JSON that cannot end the script element around it. */
function formatJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
