import { createHash } from 'node:crypto';
import type { PageState } from '#client/page-state.ts';
import { pageStateElementId } from '#client/page-state-element.ts';
import { fontFiles } from '#client/styles/font-files.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { colours } from '#client/styles/tokens.ts';
import type { HeadSubject } from '#shared/head.ts';
import { listAlternates } from '#shared/resources.ts';
import { getPageById, type Page } from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import { type SocialImagesHash, socialImageSize } from '#shared/social-images.ts';
import { describeStructuredData } from '#shared/structured-data.ts';
import type { AssetManifest } from './asset-manifest.ts';

/** `'sha256-…'` as a policy source, of a text exactly as it stands in the document. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The policy source of the global styles, which every page carries inline. */
export const globalCssSource = hashSource(globalCss);

const fontPreloads = Object.values(fontFiles)
  .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`)
  .join('');

const icons =
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">';

/** The colour round the page, for documents that want one. */
export const pageColours = { page: colours.light.page } as const;

/** The browser's own bars, per theme. A theme chosen by hand rewrites `media` (the inline script). */
const themeColours = (['light', 'dark'] as const)
  .map(
    (theme) =>
      `<meta name="theme-color" content="${colours[theme].page}" media="(prefers-color-scheme:${theme})">`,
  )
  .join('');

/**
 * What stands in front of `</head>`, outside the React tree. The inline script stands before the body,
 * so that the theme never flashes; it fetches fonts and scripts when the page has been painted, and
 * where it cannot run the fonts are preloaded. What only programs read comes last.
 *
 * @param css the rules of the page's Emotion classes
 * @param subject what the page shows in particular, such as an event
 */
export function renderDocumentHead(
  state: PageState,
  css: string,
  assets: AssetManifest,
  subject: HeadSubject | undefined,
): string {
  const { site } = state;
  const { socialImages, inlineScript } = assets;
  const row = getPageById(state.pageId);
  const { framed } = row; // stands in a sandbox that runs no script
  return [
    framed ? fontPreloads : `<noscript>${fontPreloads}</noscript>`,
    icons,
    framed ? '' : themeColours + renderPreview(site, socialImages),
    framed ? '' : renderAlternates(site),
    `<style>${globalCss}</style>`,
    `<style data-emotion="css">${css}</style>`,
    framed || inlineScript === '' ? '' : `<script>${inlineScript}</script>`,
    renderStructuredData(row, { site, images: socialImages, subject }),
    framed ? '' : renderPageState(state, assets),
  ].join('');
}

/**
 * What the browser has to know to hydrate: see `client/page-state.ts`. The page's modules stand on the
 * element: the inline script imports them all at once.
 */
function renderPageState(state: PageState, { entry, preload, pages }: AssetManifest): string {
  const { id, file = id } = getPageById(state.pageId);
  const modules = entry === undefined ? [] : [entry, ...preload, ...(pages[file] ?? [])];
  const scripts = modules.length > 0 ? ` data-scripts="${modules.join(' ')}"` : '';
  return `<script type="application/json" id="${pageStateElementId}"${scripts}>${formatJson(state)}</script>`;
}

/** What Open Graph says of every page alike; the rest changes with the page (`client/document.tsx`). */
function renderPreview({ name }: Site, images: SocialImagesHash): string {
  const hasImages = images !== undefined;
  const { width, height } = socialImageSize;
  return [
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(name)}">`,
    hasImages
      ? `<meta property="og:image:type" content="image/png"><meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">`
      : '',
    `<meta name="twitter:card" content="${hasImages ? 'summary_large_image' : 'summary'}">`,
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

/**
 * A data block: the browser neither runs it nor asks the policy about it (HTML, "prepare the script
 * element": a type that is no JavaScript ends before the check).
 */
function renderStructuredData(
  page: Page,
  context: Parameters<typeof describeStructuredData>[1],
): string {
  const data = describeStructuredData(page, context);
  return data ? `<script type="application/ld+json">${formatJson(data)}</script>` : '';
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** JSON that cannot end the script element it stands in. */
function formatJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
