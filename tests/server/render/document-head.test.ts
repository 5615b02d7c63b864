import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
import { describeSocialImage } from '#shared/head/social-images.ts';
import { createResources, listAlternates } from '#shared/resources.ts';
import { getPageById, pages } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { ownContent, someEvent } from '../../helpers/content/some-event.ts';
import { getOnly, listElements, parseHtml, readRaw } from '../../helpers/documents/parse-html.ts';
import { hostileTexts } from '../../helpers/hostile/hostile-text.ts';
import { hasAttribute } from '../../helpers/site/read-page.ts';

const origin = 'https://pont.example';
const assets = { ...noAssets, socialImages: '0123abcd' };
const app = createApp({ site: { ...site, origin }, assets, content: ownContent });
const addressed = pages.flatMap((page) =>
  page.path === undefined || 'embedded' in page ? [] : [[page.path, page] as const],
);

async function readHead(path: string, from = app) {
  const root = parseHtml((await request(from).get(path)).text);
  const head = getOnly(root, 'head');
  const meta = (key: 'name' | 'property', name: string) =>
    listElements(head, hasAttribute(key, name)).map(({ attributes }) => attributes.get('content'));
  const links = (rel: string) =>
    listElements(head, hasAttribute('rel', rel)).map((each) => Object.fromEntries(each.attributes));
  return { root, head, meta, links };
}

test.each(addressed)(
  '%s has a link preview: title, description, address and picture',
  async (path, page) => {
    const { meta, links } = await readHead(path);
    expect(meta('property', 'og:url')).toEqual([origin + path]);
    expect(meta('property', 'og:title')).toEqual([page.title]);
    expect(meta('property', 'og:description')).toEqual([page.description]);
    expect(meta('property', 'og:image')).toEqual([`${origin}/social/${page.id}-0123abcd.png`]);
    expect(meta('property', 'og:image:alt')[0]).toContain(page.title);
    expect(meta('property', 'og:image:width')).toEqual(['1200']);
    expect(meta('property', 'og:site_name')).toEqual([site.name]);
    expect(meta('name', 'twitter:card')).toEqual(['summary_large_image']);
    const types = new Map(createResources(ownContent).map((each) => [each.path, each.contentType]));
    for (const { href = '', type } of links('alternate')) {
      expect(types.get(href)).toBe(`${type}; charset=utf-8`);
    }
    expect(links('alternate')).toHaveLength(listAlternates(site).length);
  },
);

test('a link to an event shows that event, while the canonical address stays that of the page', async () => {
  const { slug, title } = someEvent;
  const { meta, links, head } = await readHead(`/events?utm_source=x&event=${slug}&city=berlin`);
  expect(links('canonical').map(({ href }) => href)).toEqual([`${origin}/events`]);
  expect(meta('property', 'og:url')).toEqual([`${origin}/events?event=${slug}`]);
  expect(meta('property', 'og:title')).toEqual([title]);
  expect(meta('property', 'og:image')).toEqual([`${origin}/social/event-${slug}-0123abcd.png`]);
  expect(getOnly(head, 'title').children).toEqual([`${title} · ${site.name}`]);
  // The alternative text of the picture has the event's status and what its photograph shows.
  const text = describeSocialImage('Loom', ['Cancelled', 'Indigo yarn.']);
  expect(text).toMatch(/^Loom\. Cancelled\. Indigo yarn\. Below it, /);
});

test('without a build, in a frame or without an address there is no picture; with an unknown event the page keeps its head', async () => {
  for (const [path, from, address] of [
    ['/', createApp({ site: { ...site, origin } }), [`${origin}/`]],
    ['/contact/form', app, [`${origin}/contact/form`]],
    ['/no/such/page', app, []],
  ] as const) {
    const { meta } = await readHead(path, from);
    expect([...meta('property', 'og:image'), ...meta('property', 'og:image:width')]).toEqual([]);
    expect(meta('property', 'og:url')).toEqual(address);
    expect(meta('name', 'twitter:card')).toEqual(path === '/contact/form' ? [] : ['summary']);
  }
  const { meta } = await readHead('/events?event=__proto__');
  expect(meta('property', 'og:title')).toEqual([getPageById('events').title]);
});

test.each(Object.entries(hostileTexts))(
  '%s cannot end a script element with data',
  async (_name, text) => {
    const name = text.toWellFormed();
    const hostile = createApp({ site: { ...site, name, description: name, inviteUrl: name } });
    const { root, meta } = await readHead('/', hostile);
    const blocks = listElements(root, hasAttribute('type')).filter(({ name }) => name === 'script');
    expect(blocks.map((block): unknown => JSON.parse(readRaw(block)))).toMatchObject([
      { '@graph': [{ name, description: name }, { name }] },
      { site: { inviteUrl: name } },
    ]);
    // The HTML parser converts CR LF to a line break and removes NUL.
    if (!/[\r\0]/.test(name)) expect(meta('property', 'og:site_name')).toEqual([name]);
  },
);

test('with INDEXING=off every response is noindex, and crawlers may read it', async () => {
  const closed = createApp({ indexing: false });
  for (const path of ['/', '/feed.xml', '/favicon.svg', '/healthz', '/nothing', '/%zz']) {
    const { headers } = await request(closed).get(path);
    expect(headers['x-robots-tag'], path).toBe('noindex');
  }
  const post = await request(closed).post('/newsletter');
  expect(post.headers['x-robots-tag']).toBe('noindex');
  const { text } = await request(closed).get('/robots.txt');
  expect(text).toMatch(/^User-agent: \*\nAllow: \/\n/); // A crawler sees noindex only where it may read.
  expect((await request(createApp()).get('/')).headers).not.toHaveProperty('x-robots-tag');
});
