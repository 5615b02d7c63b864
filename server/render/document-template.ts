import { type DocumentState, documentStateId } from '#client/data/document-state.ts';
import { fontFiles } from '#client/styles/font-files.ts';
import { colours } from '#shared/design/palette.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import {
  type HeadSubject,
  type HeadTag,
  listHeadTags,
  pageTagAttribute,
} from '#shared/head/head.ts';
import { hasSocialImage, socialImageSize } from '#shared/head/social-images.ts';
import { describeStructuredData } from '#shared/head/structured-data.ts';
import { listAlternates } from '#shared/resources.ts';
import { getPageById } from '#shared/routes.ts';
import { getDeployedFields, type Site } from '#shared/site.ts';
import type { AssetManifest } from './asset-manifest.ts';

const fontPreloads = Object.values(fontFiles)
  .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`)
  .join('');

/**
 * Delays the first paint until `<main>` is parsed (HTML, link type `expect`): a part of the header would move when the
 * rest is parsed. Browsers that do not support it ignore it.
 */
const firstPaint = '<link rel="expect" href="#main" blocking="render">';

const icons =
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">';

export const pageColours = { page: colours.light.page } as const;

/** The colour of the browser's bars, by theme. If the visitor has chosen a theme, the inline script changes `media`. */
const themeColours = (['light', 'dark'] as const)
  .map(
    (theme) =>
      `<meta name="theme-color" content="${colours[theme].page}" media="(prefers-color-scheme:${theme})">`,
  )
  .join('');

interface DocumentOptions {
  readonly state: DocumentState;
  readonly css: string;
  readonly assets: AssetManifest;
  readonly subject: HeadSubject | undefined;
}

/**
 * Renders everything before the root's content. The inline script comes before the body, so that the theme never
 * flashes; it imports the scripts of the root's attribute after the first paint.
 */
export function renderDocumentStart({ state, css, assets, subject }: DocumentOptions): string {
  const { site, socialImages, page } = state;
  const { inlineScript, scripts, stylesheet } = assets;
  const row = getPageById(page.pageId);
  const { embedded } = row; // its frame has a sandbox without scripts
  const hasImage = hasSocialImage(row) && socialImages !== undefined;
  const thing = describeStructuredData(row, { site, images: socialImages, data: page.data });
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...listHeadTags(row, site, subject, socialImages).map(renderTag),
    ...(embedded
      ? [fontPreloads, icons]
      : [firstPaint, icons, themeColours, renderPreview(site, hasImage), renderAlternates(site)]),
    `<style>${css}</style>`,
    embedded || inlineScript === '' ? '' : `<script>${inlineScript}</script>`,
    // A data block: the browser does not run it, so the policy does not apply (HTML, "prepare the script element").
    thing ? `<script type="application/ld+json">${formatJson(thing)}</script>` : '',
    '</head><body><div id="root"',
    embedded || scripts.length === 0 ? '' : ` data-scripts="${scripts.join(' ')}"`,
    embedded || stylesheet === undefined ? '' : ` data-styles="${stylesheet}"`,
    '>',
  ].join('');
}

/**
 * Renders what follows the page's content: the state, with the results of deferred parts. Scripts have the rest of the
 * site.
 */
export function renderDocumentEnd(state: DocumentState): string {
  const { embedded } = getPageById(state.page.pageId);
  const written = { ...state, site: getDeployedFields(state.site) };
  const data = `<script type="application/json" id="${documentStateId}">${formatJson(written)}</script>`;
  return `</div>${embedded ? '' : data}</body></html>`;
}

function renderTag({ name, attributes, text }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const start = `<${name} ${pageTagAttribute}${pairs.join('')}>`;
  return text === undefined ? start : `${start}${escapeHtml(text)}</${name}>`;
}

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
