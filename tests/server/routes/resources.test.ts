import ICAL from 'ical.js';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { findAll, parseXml } from '../../helpers/parse-xml.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

const now = () => new Date('2026-11-20T09:30:00Z');
const app = createApp({ trust: trustLoopback, now });
const { events } = publishedContent.programme;
const resources = createResources(publishedContent);
const table = resources.map((document) => [document.path, document] as const);

/** Reads a body whole, as bytes. */
function getBytes(path: string, encoding: string) {
  return request(app)
    .get(path)
    .set('accept-encoding', encoding)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
}

test('the table holds the feeds, the calendars and what the web expects of a site', () => {
  expect(resources.map(({ path }) => path).sort()).toEqual(
    [
      '/.well-known/security.txt',
      '/events.ics',
      ...events.map(({ slug }) => `/events/${slug}.ics`),
      '/feed.atom',
      '/feed.json',
      '/feed.xml',
      ...['about', 'blog', 'events', 'investor-faq', 'privacy', 'terms'].map(
        (id) => `/page-data/${id}`,
      ),
      '/robots.txt',
      '/site.webmanifest',
      '/sitemap.xml',
    ].sort(),
  );
});

test.each(table)('%s is a text with its type, its tag and its time', async (path, document) => {
  const response = await request(app).get(path);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': document.contentType,
    'cache-control': document.cacheControl,
    vary: 'Accept-Encoding',
  });
  expect(response.headers['etag']).toMatch(/^"[\w-]+"$/);
  expect(response.headers).not.toHaveProperty('set-cookie');
  expect(response.headers['x-robots-tag']).toBe(document.indexed ? undefined : 'noindex');
});

test.each(table)('%s is not sent again to who has it', async (path) => {
  const first = await request(app).get(path);
  const second = await request(app)
    .get(path)
    .set('if-none-match', first.headers['etag'] ?? '');
  expect(second.status).toBe(304);
  expect(second.text).toBe('');
  expect(second.headers['etag']).toBe(first.headers['etag']);
  const other = await request(app).get(path).set('if-none-match', '"another"');
  expect(other.status).toBe(200);
});

test.each(table)('HEAD %s is GET without the body', async (path) => {
  const headers = { 'accept-encoding': 'identity', 'x-request-id': 'one-and-the-same' };
  const get = await request(app).get(path).set(headers);
  const head = await request(app).head(path).set(headers);
  expect(head.status).toBe(200);
  expect(head.text).toBeFalsy();
  const { date: _get, ...getHeaders } = get.headers;
  const { date: _head, ...headHeaders } = head.headers;
  expect(headHeaders).toEqual(getHeaders);
});

test.each(table)('%s can only be read', async (path) => {
  for (const method of ['post', 'put', 'delete', 'patch'] as const) {
    const response = await request(app)[method](path);
    expect(response.status).toBe(405);
    expect(response.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
  }
});

test.each(table)('%s has another tag in another encoding, and the same text', async (path) => {
  const plain = await getBytes(path, 'identity');
  const brotli = await getBytes(path, 'br');
  const gzip = await getBytes(path, 'gzip');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  // The client has unpacked them.
  expect(brotli.body).toEqual(plain.body);
  expect(gzip.body).toEqual(plain.body);
  const tags = [plain, brotli, gzip].map(({ headers }) => headers['etag']);
  expect(new Set(tags).size).toBe(3);
});

test.each(table)(
  '%s lets programs of other sites read it only if it is for them',
  async (path, document) => {
    const { headers } = await request(app).get(path);
    const isForReaders = /feed|\.ics$/.test(path);
    expect(document.shared).toBe(isForReaders);
    expect(headers['access-control-allow-origin']).toBe(isForReaders ? '*' : undefined);
    const policy = isForReaders ? 'cross-origin' : 'same-origin';
    expect(headers['cross-origin-resource-policy']).toBe(policy);
  },
);

test.each([
  '/events/unknown.ics',
  '/events/.ics',
  '/events/__proto__.ics',
  '/events.ics/',
  '/Feed.xml',
  '/feed.xml/',
  '/feed',
  '/rss.xml',
  '/blog/feed.xml',
  '/security.txt',
  '/.well-known/',
  '/sitemap.xml.gz',
  '//feed.xml',
  '/events/..%2ffeed.xml',
])('%s is no document and a page that says so', async (path) => {
  const response = await request(app).get(path);
  expect(response.status).toBe(404);
  expect(response.text).toContain('Page not found');
});

/** Titles of the events in a calendar, as an independent reader finds them. */
async function readTitles(path: string) {
  const { text } = await request(app).get(path).buffer(true);
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component).summary);
}

test('the calendar holds the whole programme, and with filters what they leave of it', async () => {
  expect(await readTitles('/events.ics')).toEqual(events.map(({ title }) => title));
  expect(await readTitles('/events.ics?month=october')).toEqual(['Investor Circle Berlin']);
  expect(await readTitles('/events.ics?city=online&category=delegation')).toEqual([
    'SaaS Trade Mission Preparation',
  ]);
  expect(await readTitles('/events.ics?format=hybrid')).toEqual([]);
});

test('unknown filters and other parameters change not a byte of the calendar', async () => {
  const plain = await request(app).get('/events.ics').buffer(true);
  const other = await request(app)
    .get('/events.ics?month=july&city=%3Cb%3E&view=calendar&event=x&%zz')
    .buffer(true);
  expect(other.text).toBe(plain.text);
  expect(other.headers['etag']).toBe(plain.headers['etag']);
});

test.each(events.map(({ slug, title }) => [slug, title] as const))(
  'the file of %s holds that event alone',
  async (slug, title) => expect(await readTitles(`/events/${slug}.ics`)).toEqual([title]),
);

test('the sitemap lists every page that is indexed, by its canonical address, and no other', async () => {
  const sitemap = parseXml((await request(app).get('/sitemap.xml').buffer(true)).text);
  const expected = pages.flatMap(({ indexed, path }) =>
    indexed && path ? [`https://setucircle.example${path}`] : [],
  );
  expect(findAll(sitemap, 'loc').map((loc) => loc.textContent)).toEqual(expected);
  expect(sitemap.documentElement?.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  for (const address of expected) {
    const { status, text } = await request(app).get(new URL(address).pathname);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="${address}"/>`);
  }
});

test('robots.txt opens the site and names the sitemap', async () => {
  const { text } = await request(app).get('/robots.txt');
  expect(text.split('\n')).toEqual([
    'User-agent: *',
    'Allow: /',
    '',
    'Sitemap: https://setucircle.example/sitemap.xml',
    '',
  ]);
});

test('security.txt is the same all day and never expires', async () => {
  const fieldsAt = async (instant: string) => {
    const { text } = await request(createApp({ now: () => new Date(instant) })).get(
      '/.well-known/security.txt',
    );
    return new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line): [string, string] => {
          const [name = '', value = ''] = line.split(/: (.*)/);
          return [name, value];
        }),
    );
  };
  for (const instant of ['2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', '2031-02-28T12:00:00Z']) {
    const fields = await fieldsAt(instant);
    expect([...fields.keys()].sort()).toEqual([
      'Canonical',
      'Contact',
      'Expires',
      'Preferred-Languages',
    ]);
    expect(fields.get('Contact')).toBe('mailto:hello@setucircle.example');
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse(instant)) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365); // RFC 9116, section 2.5.5
  }
  expect(await fieldsAt('2026-11-20T00:00:00Z')).toEqual(await fieldsAt('2026-11-20T23:59:59Z'));
});

test('the manifest names the site and icons that exist', async () => {
  const { body } = await request(app)
    .get('/site.webmanifest')
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done(null, JSON.parse(text)));
    });
  expect(body).toMatchObject({ name: 'Setu Circle', start_url: '/', scope: '/' });
  expect(body.icons).toHaveLength(4);
  for (const { src, type } of body.icons) {
    const icon = await request(app).get(src);
    expect(icon.status).toBe(200);
    expect(icon.headers['content-type']).toBe(type);
  }
});
