import { describe, expect, test } from 'vitest';
import { formatPostUrl } from '#shared/addresses.ts';
import { pageSize } from '#shared/paging.ts';
import { site } from '#shared/site.ts';
import { createSiteContent } from '#shared/site-content.ts';
import { ask, askPort } from '../helpers/ask.ts';
import { makeCachedSite } from '../helpers/cached-site.ts';
import {
  type ContentSizes,
  grown,
  largeMoment,
  makeLargeContent,
} from '../helpers/large-content.ts';
import {
  findElements,
  findOnly,
  type HtmlElement,
  parseHtml,
  readText,
} from '../helpers/parse-html.ts';
import { hasAttribute, readLinks, readPage } from '../helpers/read-page.ts';
import { serve } from '../helpers/until-test-ends.ts';

/* A programme of years: every page within its budget, everything to be found, the cache bounded. */

function makeSite(sizes: ContentSizes, options: { cachesPages?: boolean } = {}) {
  const content = createSiteContent(makeLargeContent(sizes));
  const now = () => new Date(largeMoment);
  return { content, ...makeCachedSite({ now }, { content, now, ...options }) };
}

/** The addresses that the links to more lead to, beginning with this one. */
async function followPages(port: number, start: string) {
  const found: { path: string; root: HtmlElement }[] = [];
  for (let path: string | undefined = start; path !== undefined; ) {
    const { status, body } = await askPort(port, { path });
    expect([path, status]).toEqual([path, 200]);
    const root = parseHtml(body.toString());
    found.push({ path, root });
    const [next] = findElements(root, hasAttribute('rel', 'next')).filter(
      ({ name }) => name === 'a',
    );
    path = next?.attributes.get('href')?.replace(/#.*/, '');
  }
  return found;
}

describe('with 200 events', () => {
  const { listener, content } = makeSite(grown);
  const { events } = content.programme;
  const read = (address: string) => readPage(address, listener);

  test('each is reached by links alone: what is to come by start, then the past, latest first', async () => {
    const port = await serve(listener);
    const shown = (await followPages(port, '/events')).map(({ root }) => root);
    const starts = shown.flatMap((root) =>
      findElements(root, 'article').map((card) =>
        Date.parse(findElements(card, 'time')[0]?.attributes.get('datetime') ?? ''),
      ),
    );
    const all = events.map(({ startAt }) => Date.parse(startAt));
    const toCome = all.filter((start) => start > largeMoment);
    expect(toCome).toHaveLength(20);
    const past = all.filter((start) => start < largeMoment).reverse();
    expect(starts).toEqual([...toCome, ...past]);
    for (const root of shown) {
      expect(readText(findOnly(root, hasAttribute('role', 'status')))).toBe('20 to come, 180 past');
    }
  });

  test.each([
    ['/blog', 'article', 100],
    ['/about', 'h3', 30],
    ['/investor-faq', 'details', 60],
  ])('all of %s is reached by links alone', async (path, element, count) => {
    const port = await serve(listener);
    const shown = (await followPages(port, path)).flatMap(({ root }) =>
      findElements(root, element).map(readText),
    );
    const entries = shown.filter((text) => path !== '/about' || / \d+$/.test(text));
    expect(new Set(entries).size).toBe(count);
  });

  test('search engines find each page of a list at an address of its own, beside its neighbours', async () => {
    const url = (address: string) => new URL(address, site.origin).href;
    const links = ({ root }: { root: HtmlElement }, rel: string) =>
      findElements(root, hasAttribute('rel', rel)).map(({ attributes }) => attributes.get('href'));
    for (const path of ['/events', '/blog', '/about', '/investor-faq']) {
      const [first, second] = [await read(path), await read(`${path}?page=2`)];
      expect(links(first, 'canonical')).toEqual([url(path)]);
      expect(links(first, 'next')[0]).toBe(url(`${path}?page=2`));
      expect(links(second, 'canonical')).toEqual([url(`${path}?page=2`)]);
      expect(links(second, 'prev')[0]).toBe(url(path));
      expect(links(second, 'next')[0]).toBe(url(`${path}?page=3`));
      const titles = [first, second].map(({ root }) => readText(findOnly(root, 'title')));
      expect(titles[1]).toContain(', page 2 ');
      expect(new Set(titles).size).toBe(2);
      expect(second.response.headers['x-robots-tag']).toBeUndefined();
    }
  });

  test.each(['0', '1', '01', '1.5', '26', 'x', ''])(
    'page “%s” of a list that has no such page is the first, at its one address',
    async (page) => {
      for (const path of ['/events', '/blog']) {
        const { root, main } = await read(`${path}?page=${page}`);
        expect(readText(main)).toBe(readText((await read(path)).main));
        const [canonical] = findElements(root, hasAttribute('rel', 'canonical'));
        expect(canonical?.attributes.get('href')).toBe(new URL(path, site.origin).href);
      }
    },
  );

  test('a post is found at the address that feeds have of it, however old it is', async () => {
    for (const post of [content.posts[0], content.posts[47], content.posts[99]]) {
      const { pathname, search, hash } = new URL(formatPostUrl(post ?? { id: '' }, site));
      const { root, main } = await read(pathname + search);
      expect(findElements(main, hasAttribute('id', hash.slice(1)))).toHaveLength(1);
      const [canonical] = findElements(root, hasAttribute('rel', 'canonical'));
      expect(canonical?.attributes.get('href')).toMatch(/\/blog(\?page=\d)?$/);
    }
  });

  test('filters leave a list with pages of its own, which are no addresses for search engines', async () => {
    const { root, main } = await read('/events?city=online&page=2');
    expect(readLinks(main, 'Show more events')).toEqual(['/events?city=online&page=3#events']);
    expect(readLinks(main, 'Show previous events')).toEqual(['/events?city=online#events']);
    const [canonical] = findElements(root, hasAttribute('rel', 'canonical'));
    expect(canonical?.attributes.get('href')).toBe(new URL('/events', site.origin).href);
  });

  test('details close to the page of the list that has the event', async () => {
    const old = events[0];
    const { main } = await read(`/events?event=${old?.slug}`);
    const dialog = findOnly(main, 'dialog');
    expect(readText(dialog)).toContain(old?.description.slice(0, 40) ?? '');
    const fields = findElements(findOnly(dialog, 'form'), 'input').map(({ attributes }) => [
      attributes.get('name'),
      attributes.get('value'),
    ]);
    expect(fields).toEqual([['page', '17']]);
  });

  test('data hold what a page shows and no more, for the browser and not for search engines', async () => {
    const path = '/page-data/events?month=june&page=2';
    const { body, headers } = await ask(listener, { path });
    const { data } = JSON.parse(body.toString());
    expect(data.events.length).toBeLessThanOrEqual(pageSize);
    expect(body.toString()).not.toContain('"description"');
    expect(headers['x-robots-tag']).toBe('noindex');
    const slug = events[5]?.slug;
    const details = await ask(listener, { path: `/page-data/events?event=${slug}` });
    expect(details.body.toString().match(/"description"/g)).toHaveLength(1);
    expect((await ask(listener, { path: '/sitemap.xml' })).body.toString()).not.toContain('data');
  });
});

test('a page takes as long to render with 200 events as with 30', async () => {
  const shortest: number[] = [];
  for (const size of [{ ...grown, events: 30, toCome: 5 }, grown]) {
    const port = await serve(makeSite(size, { cachesPages: false }).listener);
    const times: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const startedAt = performance.now();
      await askPort(port, { path: '/events' });
      times.push(performance.now() - startedAt);
    }
    shortest.push(Math.min(...times)); // A machine that is shared only makes it longer.
  }
  const [few = 0, many = Number.NaN] = shortest;
  expect(many).toBeLessThan(3 * few); // Both list twelve.
});
