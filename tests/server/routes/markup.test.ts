import { describe, expect, test } from 'vitest';
import { reservedIds } from '#client/reserved-ids.ts';
import { createApp } from '#server/app.ts';
import { manifesto } from '#shared/content/manifesto.ts';
import { privacy } from '#shared/content/privacy.ts';
import { terms } from '#shared/content/terms.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { createResources } from '#shared/resources.ts';
import { findPageByPath } from '#shared/routes.ts';
import { createSiteContent, publishedContent, type SiteContent } from '#shared/site-content.ts';
import { largeMoment, makeLargeContent } from '../../helpers/content/large-content.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import type { HtmlElement } from '../../helpers/documents/parse-html.ts';
import { listElements, parseHtml, readRaw, readText } from '../../helpers/documents/parse-html.ts';
import { ask } from '../../helpers/site/ask.ts';
import { askFor, everyRow, type RequestedRow } from '../../helpers/site/every-response.ts';
import { hasAttribute, readPage } from '../../helpers/site/read-page.ts';
import { beforeEvents } from '../../helpers/site/sample-site.ts';

/* Everything that a page refers to exists: anchors, labels, pages, files. Without styles
   (copied, in a reader mode, in a text browser) its words stand apart. With the site's content and, since editors add
   to it, with that of the tests in every state. */

const nothing = {
  programme: createProgramme([]),
  posts: [],
  team: [],
  partners: [],
  questions: [],
};
const samples = {
  'with events ahead': { content: sampleContent, now: beforeEvents },
  'with past events': { content: sampleContent, now: () => new Date('2030-01-01T12:00:00Z') },
  'without entries': { content: { ...sampleContent, ...nothing }, now: beforeEvents },
  'with several pages of each list': {
    content: createSiteContent(makeLargeContent()),
    now: () => new Date(largeMoment),
  },
};

interface State {
  readonly content: SiteContent;
  readonly now: () => Date;
}

/** The HTML of each row of the page table and of the states of its pages, by name. */
async function readVariants(name: string, state: State, rows: readonly RequestedRow[]) {
  const [event] = state.content.programme.events;
  const queries = [...(event ? [`event=${event.slug}`] : []), 'view=calendar', 'page=2'];
  const addresses = [
    ...[...queries, 'city=online&month=october'].map((query) => `/events?${query}`),
    ...['/thank-you?type=interest', '/thank-you?type=newsletter', '/blog?page=2', '/about?page=2'],
  ];
  const app = createApp({ ...state });
  return Promise.all([
    ...rows.map(async (row) => {
      const { text } = await askFor(row, state);
      return [`${row.id} ${name}`, text, state] as const;
    }),
    ...addresses.map(async (address) => {
      const { response } = await readPage(address, app);
      return [`${address} ${name}`, response.text, state] as const;
    }),
  ]);
}

const own = { content: publishedContent, now: () => new Date() };
const withData = everyRow.filter(({ page }) => page.hasData);
const read = Object.entries(samples).map(([name, state]) => readVariants(name, state, withData));
const variants = (await Promise.all([readVariants('of the site', own, everyRow), ...read])).flat();

/** Elements that every browser shows on a line of their own, without the page's styles. */
const blocks =
  'address|article|aside|blockquote|body|br|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|' +
  'footer|form|h[1-6r]|head|header|html|legend|li|main|nav|noscript|ol|option|p|section|select|' +
  'summary|table|td|th|title|tr|ul';
// A `<wbr>` is within a word.
const inline = `(?:<(?!wbr|/?(?:${blocks})\\b)[^>]*>)+`;
const glueing = new RegExp(`[^<>]{0,30}[^\\s(“‘/>]${inline}[\\p{L}\\p{N}(©↔][^<]{0,30}`, 'gu');

const readEvery = (root: HtmlElement, name: string) =>
  listElements(root, hasAttribute(name)).map(({ attributes }) => attributes.get(name) ?? '');

/** The HTML without the ids that React gives to a deferred part and its placeholder. */
const readIds = (root: HtmlElement) => readEvery(root, 'id').filter((id) => !/^[BPS]:/.test(id));

describe.each(variants)('%s', (_name, html, { content }) => {
  const resources = new Map(createResources(content).map((each) => [each.path, each]));
  const root = parseHtml(html);

  test('uses every id once, and refers to existing ids', () => {
    const ids = readIds(root);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.filter((id) => !/^[\w-]+$/.test(id))).toEqual([]); // a valid XML name, for SVG
    const naming = ['for', 'form', 'aria-labelledby', 'aria-describedby', 'aria-controls'];
    const named = naming.flatMap((name) => readEvery(root, name)).flatMap((it) => it.split(' '));
    const pointing = [...readEvery(root, 'href'), ...readEvery(root, 'stroke')];
    const pointedAt = pointing.flatMap((value) => /^(?:url\()?#(.*?)\)?$/.exec(value)?.[1] ?? []);
    expect([...named, ...pointedAt].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('links only to pages and resources of the tables, by their canonical addresses', () => {
    const links = listElements(root, ({ name }) => name === 'a' || name === 'form');
    for (const { attributes } of links) {
      const href = attributes.get('href') ?? attributes.get('action') ?? '';
      if (!href.startsWith('/') || href === '/newsletter') continue;
      const { pathname } = new URL(href, 'https://here.example');
      expect((findPageByPath(pathname) ?? resources.get(pathname))?.path).toBe(pathname);
    }
  });

  test('links to new tabs have noopener, and say so to screen readers', () => {
    for (const link of listElements(root, hasAttribute('target', '_blank'))) {
      expect(link.attributes.get('rel')).toBe('noopener noreferrer');
      expect(readText(link)).toContain('(opens in a new tab)');
    }
  });

  test('has each field directly after its label and each button in its form, for text browsers', () => {
    const controls = listElements(root, ({ name }) => /^(label|input|select|button)$/.test(name));
    const labels = controls.map(({ attributes }) => attributes.get('for'));
    const named = controls.filter((_, place) => labels[place - 1] !== undefined);
    expect(named.map(({ attributes }) => attributes.get('id'))).toEqual(labels.filter(Boolean));
    const inForms = listElements(root, 'form').flatMap((form) => listElements(form, 'button'));
    const sending = listElements(root, 'button').filter((each) => each.attributes.has('name'));
    expect(inForms).toEqual(expect.arrayContaining(sending));
  });

  test('has no list without an entry', () => {
    const lists = listElements(root, ({ name }) => ['dl', 'ol', 'ul'].includes(name));
    expect(lists.filter((list) => readText(list) === '')).toEqual([]);
  });

  test('has a space between the words of adjacent elements', () => {
    const words = html.replace(/<!--.*?-->|(?<=<(script|style)\b[^>]*>).*?(?=<\/\1>)/gs, '');
    expect(words.match(glueing) ?? []).toEqual([]);
  });
});

test('every id of a page, except the ids of entries, is reserved in client/reserved-ids.ts', () => {
  const sections = [manifesto, privacy, terms].flatMap((text) => text.sections);
  const found = variants.flatMap(([, html, { content }]) => {
    const { programme, posts, questions } = content;
    const ofEntries = new Set([
      ...programme.events.map(({ slug }) => slug),
      ...[...posts, ...questions, ...sections].map(({ id }) => id),
    ]);
    // No slug begins with `_`.
    return readIds(parseHtml(html)).filter((id) => !ofEntries.has(id) && id[0] !== '_');
  });
  const own = new Set(found);
  // The id `sending` exists only in the browser.
  expect([...own, 'sending'].toSorted()).toEqual([...new Set(reservedIds)].toSorted());
});

test('every file to which a page or a style refers exists', async () => {
  const byState = Map.groupBy(variants, ([, , state]) => state);
  for (const [state, pages] of byState) {
    const files = new Set(pages.flatMap(([, html]) => listFiles(parseHtml(html))));
    expect(files.size).toBeGreaterThan(8);
    const app = createApp({ ...state });
    for (const file of files) {
      const [path = '', id] = file.split('#');
      const { status, body } = await ask(app, { path });
      expect([file, status]).toEqual([file, 200]);
      if (id !== undefined) expect([file, body.includes(` id="${id}"`)]).toEqual([file, true]);
    }
  }
});

/** The files to which a page and its styles refer. */
function listFiles(root: HtmlElement): readonly string[] {
  const all = listElements(root, ({ name }) => ['link', 'img', 'use', 'script'].includes(name));
  const linked = all.map(({ attributes }) => attributes.get('href') ?? attributes.get('src') ?? '');
  const css = listElements(root, 'style').map(readRaw).join('');
  const inStyles = [...css.matchAll(/url\((\/[^)]+)\)/g)].map(([, file = '']) => file);
  return [...linked, ...inStyles].filter((file) => /^\/\w/.test(file));
}
