import { expect, test } from 'vitest';
import { formatPostUrl } from '#shared/addresses.ts';
import { about } from '#shared/content/about.ts';
import { closing } from '#shared/content/closing.ts';
import { pageSizes } from '#shared/paging.ts';
import { site } from '#shared/site.ts';
import { createSiteContent } from '#shared/site-content.ts';
import { largeMoment, makeLargeContent } from '../helpers/content/large-content.ts';
import {
  getOnly,
  type HtmlElement,
  listElements,
  readText,
} from '../helpers/documents/parse-html.ts';
import { ask } from '../helpers/site/ask.ts';
import { makeCachedSite } from '../helpers/site/open-site.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../helpers/site/read-page.ts';

/* A programme of years, with 200 events: every event can be found, at an address of its own. */

const large = makeLargeContent();
const content = createSiteContent(large);
const { events } = content.programme;
const now = () => new Date(largeMoment);
const { app } = makeCachedSite({ content, now });

const read = async (address: string) => {
  const { root, main, words, response } = await readPage(address, app);
  /** The addresses of the links of a kind. */
  const related = (relation: string) =>
    listElements(root, hasAttribute('rel', relation)).map((link) => link.attributes.get('href'));
  return { root, main, words, related, response, title: readText(getOnly(root, 'title')) };
};
const toUrl = (address: string) => new URL(address, site.origin).href;

function readGraph(root: HtmlElement): readonly unknown[] {
  const [script] = listElements(root, hasAttribute('type', 'application/ld+json'));
  return JSON.parse(String(script?.children[0]))['@graph'];
}

/** The contents of this page and of all further pages of its list. */
async function followPages(start: string) {
  const found: HtmlElement[] = [];
  for (let path: string | undefined = start; path !== undefined; ) {
    const { response, main } = await read(path);
    expect([path, response.status]).toEqual([path, 200]);
    found.push(main);
    const [next] = listElements(main, hasAttribute('rel', 'next'));
    path = next?.attributes.get('href')?.replace(/#.*/, '');
  }
  return found;
}

test('each event is reached by links alone: upcoming events by start, then past events with the latest first', async () => {
  const shown = await followPages('/events');
  const times = shown
    .flatMap((main) => listElements(main, 'article'))
    .map((card) => listElements(card, 'time')[0]?.attributes.get('datetime') ?? '');
  const all = events.map(({ startAt }) => Date.parse(startAt));
  const toCome = all.filter((start) => start > largeMoment);
  expect(toCome).toHaveLength(20);
  const past = all.filter((start) => start < largeMoment).reverse();
  expect(times.map(Date.parse)).toEqual([...toCome, ...past]);
  const counts = shown.map((main) => readText(getOnly(main, hasAttribute('role', 'status'))));
  expect(new Set(counts)).toEqual(new Set(['20 events to come, 180 past']));
});

test.each([
  ['/blog', 'article', 100],
  ['/about', 'h3', 30],
  ['/investor-faq', 'details', 60],
])('every entry of %s is reached by links alone', async (path, name, count) => {
  const shown = (await followPages(path)).flatMap((main) => listElements(main, name).map(readText));
  const entries = shown.filter((text) => path !== '/about' || / \d+$/.test(text));
  expect(new Set(entries).size).toBe(count);
});

test('without people and partners /about has no heading for them', async () => {
  const none = createSiteContent({ ...large, team: [], partners: [] });
  const { app: empty } = makeCachedSite({ content: none, now });
  const { main } = await readPage('/about', empty);
  expect(readAll(main, 'h2')).toEqual([about.reasonsTitle, closing.titles.about]);
});

test('each page of a list has its own canonical address, with links to the previous and next page', async () => {
  for (const path of ['/events', '/blog', '/about', '/investor-faq']) {
    const [one, two, three] = [path, `${path}?page=2`, `${path}?page=3`].map(toUrl);
    const [first, second] = [await read(path), await read(`${path}?page=2`)];
    expect([first.related('canonical'), first.related('next')[0]]).toEqual([[one], two]);
    expect([second.related('canonical'), second.related('prev')[0]]).toEqual([[two], one]);
    expect(second.related('next')[0]).toBe(three);
    expect(first.title).not.toContain(', page ');
    expect(second.title).toContain(', page 2 ');
    expect(second.response.headers['x-robots-tag']).toBeUndefined();
  }
});

test('list, sitemap, calendar and structured data have the canonical address of each event', async () => {
  const { root } = await read('/events');
  const list = JSON.stringify(readGraph(root));
  const sitemap = (await ask(app, { path: '/sitemap.xml' })).body.toString();
  const calendar = (await ask(app, { path: '/events.ics' })).body
    .toString()
    .replaceAll('\r\n ', '');
  const inList = events.filter(({ slug }) => list.includes(`?event=${slug}"`));
  expect(inList).not.toEqual([]);
  for (const { slug, title } of [...inList, events[0] ?? { slug: '', title: '' }]) {
    const url = toUrl(`/events?event=${slug}`);
    const { root, related } = await read(`/events?city=online&event=${slug}`);
    expect(related('canonical')).toEqual([url]);
    const event = { '@type': 'Event', url, name: title };
    expect(readGraph(root)).toContainEqual(expect.objectContaining(event));
    expect(sitemap).toContain(`<loc>${url}</loc>`);
    expect(calendar).toContain(url);
  }
  expect(sitemap.match(/event=/g)).toHaveLength(events.length);
});

test('a post is found at its address in the feed, however old it is', async () => {
  for (const post of [content.posts[0], content.posts[47], content.posts[99]]) {
    const { pathname, search, hash } = new URL(formatPostUrl(post ?? { id: '' }, site));
    const { main, related } = await read(pathname + search);
    expect(listElements(main, hasAttribute('id', hash.slice(1)))).toHaveLength(1);
    expect(related('canonical')[0]).toMatch(/\/blog(\?page=\d+)?$/);
  }
});

test('a filtered list has pages too, which are not for search engines', async () => {
  const { main, related } = await read('/events?city=online&page=2');
  expect(readLinks(main, 'Show more events')).toEqual(['/events?city=online&page=3#events']);
  expect(readLinks(main, 'Show previous events')).toEqual(['/events?city=online#events']);
  expect(related('canonical')).toEqual([toUrl('/events')]);
});

test('open details have only their own event behind them, and close to its page of the list', async () => {
  const [old] = events;
  const { main } = await read(`/events?event=${old?.slug}`);
  const dialog = getOnly(main, 'dialog');
  expect(readText(getOnly(main, 'article'))).toContain(old?.title);
  expect(readText(dialog)).toContain(old?.description.slice(0, 40) ?? '');
  const lastPage = String(Math.ceil(events.length / pageSizes.events));
  const inputs = listElements(getOnly(dialog, 'form'), 'input').map((each) => each.attributes);
  expect(inputs.map((input) => [input.get('name'), input.get('value')])).toEqual([
    ['page', lastPage],
  ]);
  const next = events.find(({ startAt }) => Date.parse(startAt) > largeMoment);
  const first = await read(`/events?event=${next?.slug}&page=2`);
  expect(listElements(getOnly(getOnly(first.main, 'dialog'), 'form'), 'input')).toEqual([]);
});

test('page data contain only what a page shows', async () => {
  const read = async (search: string) =>
    (await ask(app, { path: `/page-data/events${search}` })).body.toString();
  const list = await read('?month=june&page=2');
  expect(JSON.parse(list).data.events.length).toBeLessThanOrEqual(pageSizes.events);
  expect(list).not.toContain('"description"');
  expect((await read(`?event=${events[5]?.slug}`)).match(/"description"/g)).toHaveLength(1);
});
