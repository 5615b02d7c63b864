import { expect, test } from 'vitest';
import { blog } from '#shared/content/blog.ts';
import { posts } from '#shared/content/posts.ts';
import { renderRss } from '#shared/resources/post-feed.ts';
import { site } from '#shared/site.ts';
import { makePost } from '../../helpers/content/sample-content.ts';
import { listAll, parseXml, readOnly } from '../../helpers/documents/parse-xml.ts';
import { cleanText, hostileTexts } from '../../helpers/hostile/hostile-text.ts';

const publishedAt = '2025-10-02T08:15:30.000Z';

const readRss = (list = posts, given = site) =>
  parseXml(renderRss({ site: given, blog, posts: list, publishedAt, path: '/feed.xml' }));
/** The texts of the given elements of each entry of a feed. */
const readEach = (feed: ReturnType<typeof parseXml>, entry: string, names: readonly string[]) =>
  listAll(feed, entry).map((each) => names.map((name) => readOnly(each, name)));

test('RSS has the required elements of a channel and of each item', () => {
  const feed = readRss();
  const [channel] = listAll(feed, 'channel');
  expect(feed.documentElement?.getAttribute('version')).toBe('2.0');
  expect(channel?.firstChild?.nextSibling?.textContent).toBe(`${site.name}: ${blog.title}`);
  expect(listAll(feed, 'atom:link')[0]?.getAttribute('href')).toBe(`${site.origin}/feed.xml`);
  const expected = posts.map(({ id, title, author, category, date }) => {
    const published = expect.stringContaining(new Date(date).toUTCString().slice(0, 16));
    return [title, `${site.origin}/blog?post=${id}#${id}`, author, category, published];
  });
  const names = ['title', 'link', 'dc:creator', 'category', 'pubDate'];
  expect(readEach(feed, 'item', names)).toEqual(expected);
  // The format of RFC 822 with a four-digit year.
  const dated = readRss([makePost({ date: '2025-03-09' })]);
  expect(readOnly(dated, 'pubDate')).toMatch(/^Sun, 09 Mar 2025 00:00:00 [+-]\d{4}$/);
});

test('a post keeps its id after its words have changed', () => {
  const id = `tag:${site.identity.domain},${site.identity.year}:blog/a-post`;
  for (const changed of [{}, { title: 'Another', excerpt: 'Other words.', author: 'Somebody' }]) {
    expect(readOnly(readRss([makePost(changed)]), 'guid')).toBe(id);
  }
});

test('a feed has the date at which its posts were published in their current form, also without posts', () => {
  // A corrected word is not a new post, but a program that compares dates has to read the feed again.
  for (const list of [posts, []]) {
    expect(readOnly(readRss(list), 'lastBuildDate')).toBe('Thu, 02 Oct 2025 08:15:30 GMT');
  }
  expect(listAll(readRss([]), 'item')).toEqual([]);
});

test.each(Object.entries(hostileTexts))(
  '%s is read back unchanged from the feed',
  (_name, text) => {
    const post = makePost({ title: text, excerpt: text, author: text });
    const given = { ...site, name: text };
    const clean = cleanText(text);
    const items = readEach(readRss([post], given), 'item', ['title', 'dc:creator']);
    expect(items).toEqual([[clean, clean]]);
  },
);

test('the feed has the photograph of a post, if there is one', () => {
  const photograph = { hash: '0123abcd' };
  const photo = { photograph, photoUrl: 'evening.jpg', photoAlt: 'People at a long table' };
  const list = [makePost(photo), makePost({ id: 'b', title: 'Plain' })];
  const url = `${site.origin}/assets/landscape-1200-0123abcd.jpg`;
  const media = listAll(readRss(list), 'media:content');
  expect(media.map((each) => each.getAttribute('url'))).toEqual([url]);
  expect(media[0]?.namespaceURI).toBe('http://search.yahoo.com/mrss/');
  expect(media[0]?.getAttribute('height')).toBe('800');
  expect(media[0] && readOnly(media[0], 'media:description')).toBe(photo.photoAlt);
});

test('the description of an RSS item is HTML that shows the excerpt without adding a tag', () => {
  const feed = readRss([makePost({ excerpt: 'a <b> & "c"' })]);
  const html = readEach(feed, 'item', ['description']).join();
  expect(html).not.toMatch(/[<"]/);
  expect(parseXml(`<p>${html}</p>`).documentElement?.textContent).toBe('a <b> & "c"');
});
