import { expect, test } from 'vitest';
import { blog } from '#shared/content/blog.ts';
import { posts } from '#shared/content/posts.ts';
import { renderAtom, renderJsonFeed, renderRss } from '#shared/resources/post-feed.ts';
import { site } from '#shared/site.ts';
import { makePost } from '../../helpers/content/sample-content.ts';
import { listAll, parseXml, readOnly } from '../../helpers/documents/parse-xml.ts';
import { cleanText, hostileTexts } from '../../helpers/hostile/hostile-text.ts';

const publishedAt = '2025-10-02T08:15:30.000Z';

const readRss = (list = posts, given = site) =>
  parseXml(renderRss({ site: given, blog, posts: list, publishedAt, path: '/feed.xml' }));
const readAtom = (list = posts, given = site) =>
  parseXml(renderAtom({ site: given, blog, posts: list, publishedAt, path: '/feed.atom' }));
const readJson = (list = posts, given = site) =>
  JSON.parse(renderJsonFeed({ site: given, blog, posts: list, publishedAt, path: '/feed.json' }));

const midnight = (date: string) =>
  expect.stringMatching(new RegExp(`^${date}T00:00:00\\+0[12]:00$`));

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
  expect(readOnly(dated, 'pubDate')).toBe('Sun, 09 Mar 2025 00:00:00 +0100');
});

test('Atom has the required elements of a feed and of each entry (RFC 4287)', () => {
  const feed = readAtom();
  expect(feed.documentElement?.namespaceURI).toBe('http://www.w3.org/2005/Atom');
  const links = listAll(feed, 'link').slice(0, 2);
  const read = (name: string) => links.map((link) => link.getAttribute(name));
  expect(read('rel')).toEqual(['self', 'alternate']);
  expect(read('href')).toEqual([`${site.origin}/feed.atom`, `${site.origin}/blog`]);
  const expected = posts.map(({ title, excerpt, author, date }) => {
    return [title, excerpt, author, midnight(date), midnight(date)];
  });
  const names = ['title', 'summary', 'name', 'published', 'updated'];
  expect(readEach(feed, 'entry', names)).toEqual(expected);
});

test('JSON Feed has the required fields of version 1.1', () => {
  const feed = readJson();
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name}: ${blog.title}`,
    feed_url: `${site.origin}/feed.json`,
    home_page_url: `${site.origin}/blog`,
    favicon: `${site.origin}/icon-192.png`,
  });
  expect(feed.items).toMatchObject(
    posts.map(({ id, title, excerpt, date, author }) => ({
      url: `${site.origin}/blog?post=${id}#${id}`,
      title,
      content_text: excerpt,
      date_published: midnight(date),
      authors: [{ name: author }],
    })),
  );
});

test('a post has the same id in all three feeds, also after its words have changed', () => {
  const id = `tag:${site.identity.domain},${site.identity.year}:blog/a-post`;
  for (const changed of [{}, { title: 'Another', excerpt: 'Other words.', author: 'Somebody' }]) {
    const list = [makePost(changed)];
    expect(readOnly(readRss(list), 'guid')).toBe(id);
    expect(listAll(readAtom(list), 'id')[1]?.textContent).toBe(id);
    expect(readJson(list).items[0].id).toBe(id);
  }
});

test('a feed has the date at which its posts were published in their current form, also without posts', () => {
  // A corrected word is not a new post, but a program that compares dates has to read the feed again.
  for (const list of [posts, []]) {
    expect(listAll(readAtom(list), 'updated')[0]?.textContent).toBe(publishedAt);
    expect(readOnly(readRss(list), 'lastBuildDate')).toBe('Thu, 02 Oct 2025 08:15:30 GMT');
  }
  expect(listAll(readRss([]), 'item')).toEqual([]);
  expect(readJson([]).items).toEqual([]);
});

test.each(Object.entries(hostileTexts))(
  '%s is read back unchanged from every feed',
  (_name, text) => {
    const post = makePost({ title: text, excerpt: text, author: text });
    const given = { ...site, name: text };
    const clean = cleanText(text);
    const items = readEach(readRss([post], given), 'item', ['title', 'dc:creator']);
    const entries = readEach(readAtom([post], given), 'entry', ['title', 'summary']);
    expect([items, entries]).toEqual([[[clean, clean]], [[clean, clean]]]);
    expect(readJson([post], given).items[0].title).toBe(text.toWellFormed());
  },
);

test('all three feeds have the photograph of a post, if there is one', () => {
  const photograph = { hash: '0123abcd' };
  const photo = { photograph, photoUrl: 'evening.jpg', photoAlt: 'People at a long table' };
  const list = [makePost(photo), makePost({ id: 'b', title: 'Plain' })];
  const url = `${site.origin}/assets/landscape-1200-0123abcd.jpg`;
  const media = listAll(readRss(list), 'media:content');
  expect(media.map((each) => each.getAttribute('url'))).toEqual([url]);
  expect(media[0]?.namespaceURI).toBe('http://search.yahoo.com/mrss/');
  expect(media[0]?.getAttribute('height')).toBe('800');
  expect(media[0] && readOnly(media[0], 'media:description')).toBe(photo.photoAlt);
  const links = listAll(readAtom(list), 'link');
  const enclosures = links.filter((link) => link.getAttribute('rel') === 'enclosure');
  expect(enclosures.map((link) => link.getAttribute('href'))).toEqual([url]);
  const [first, second] = readJson(list).items;
  expect(first.image).toBe(url);
  expect(second).not.toHaveProperty('image');
});

test('the description of an RSS item is HTML that shows the excerpt without adding a tag', () => {
  const feed = readRss([makePost({ excerpt: 'a <b> & "c"' })]);
  const html = readEach(feed, 'item', ['description']).join();
  expect(html).not.toMatch(/[<"]/);
  expect(parseXml(`<p>${html}</p>`).documentElement?.textContent).toBe('a <b> & "c"');
});
