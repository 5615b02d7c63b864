import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { closedNewsletter, type Newsletter } from '#server/newsletter/newsletter.ts';
import { filterNames } from '#shared/events/filter-events.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { askPort, type ReadResponse } from '../../helpers/site/ask.ts';
import { everyRow, standIn } from '../../helpers/site/every-response.ts';
import { makeCachedSite, openSite, trustLoopback } from '../../helpers/site/open-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

function decode({ headers, body }: ReadResponse): string {
  const encoding = headers['content-encoding'];
  if (body.length === 0 || encoding === undefined) return body.toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString();
}

const ofTheCache = ['content-encoding', 'content-length', 'etag', 'transfer-encoding'];
const ofTheMoment = ['connection', 'date', 'keep-alive', 'x-request-id'];
const changing = new Set([...ofTheCache, ...ofTheMoment]);

/** The headers that must not depend on the cache. */
const plain = ({ headers }: ReadResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name)));

const { events, filters } = publishedContent.programme;
const values = [
  ...Object.values(filters).flatMap(({ options }) => options.map(({ value }) => value)),
  ...events.map(({ slug }) => slug),
  ...['calendar', 'list', 'newsletter', 'contact', 'Berlin', '', 'a', '__proto__'],
];
const names = [...filterNames, 'view', 'event', 'type', 'token'];
const ends = ['', '/', '//', '/x/', '/%20', '/%2f', '/%42', 'x', '/.', '/..', ';a', '%zz'];
/** One of the given values, or any text. */
const textLike = (known: readonly string[]) =>
  fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 12 }));
const query = fc
  .array(fc.tuple(textLike(names), textLike(values)), { maxLength: 5 })
  .map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''));
const end = fc.oneof(fc.constantFrom(...ends), fc.webPath({ size: 'small' }));
const newsletterPaths = ['/newsletter', '/newsletter/confirm', '/newsletter/unsubscribe'];
/** A response with a deferred part has a nonce of its own. */
const samePages = pages.filter(({ hasDeferredPart }) => !hasDeferredPart);
const known = fc.constantFrom(...samePages.flatMap(({ path }) => path ?? []), ...newsletterPaths);
const path = fc.oneof(
  known,
  fc.tuple(known, end).map((parts) => parts.join('')),
  known.map((each) => each.toUpperCase()),
  known.map((each) => each.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`)),
  fc.constantFrom(...createResources(publishedContent).map(({ path }) => path)),
  fc.webPath(),
);
const encoding = fc.constantFrom('br', 'gzip', 'zstd', 'identity', 'gzip;q=1, br;q=0.1', '*', '');

/** The newsletter's pages have headers of their own: Allow, Retry-After, Referrer-Policy. */
const newsletter: Newsletter = {
  ...closedNewsletter,
  state: 'open',
  isUnsubscribeLink: (token) => token === 'a',
  unsubscribe: async () => 'unavailable',
};

/** Headers of one visitor: no response depends on them, so any cache may store it. */
const visitor = { cookie: 'a=b', 'user-agent': 'x', 'accept-language': 'de', authorization: 'x' };

test('in any order of requests, a response is the same with and without the cache, for everyone', async () => {
  const cached = await serve(makeCachedSite({ now, newsletter }).app);
  const uncached = await serve(createApp({ now, newsletter }));
  const methods = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT');
  await fc.assert(
    fc.asyncProperty(path, query, encoding, methods, async (path, query, encoding, method) => {
      const address = `${path || '/'}${query}`;
      const headers = { ...visitor, 'accept-encoding': encoding, 'content-length': '0' };
      const nobody = { 'content-length': '0' };
      const one = await askPort(cached, { method, path: address, headers });
      const other = await askPort(uncached, { method, path: address, headers: nobody });
      expect([address, one.status]).toEqual([address, other.status]);
      expect(decode(one) === decode(other), address).toBe(true);
      expect(plain(one)).toEqual(plain(other));
    }),
    { seed: 6, numRuns: 150 },
  );
});

const resourcePaths = createResources(publishedContent).map(({ path }) => path);
const otherPaths = ['/About/', '/Feed.xml', '/%zz', '/readyz', '/reports', '/newsletter'];
const filePaths = ['/favicon.svg', '/fonts/none.woff2'];

test.each(['br', 'gzip', 'identity'])(
  'HEAD is GET without the body, cached or not, in %s',
  async (encoding) => {
    const rows = everyRow.filter(
      ({ method, page }) => method === 'get' && samePages.includes(page),
    );
    const isFailing = ({ given }: (typeof rows)[number]) => given.getPageModule !== undefined;
    const read = async (
      { ask }: Awaited<ReturnType<typeof openSite>>,
      method: string,
      path: string,
    ) => {
      const sent = { 'accept-encoding': encoding, 'x-request-id': 'one' };
      const { status, headers, body } = await ask(path, sent, method);
      const { date, connection, 'transfer-encoding': chunked, ...rest } = headers;
      if (method === 'HEAD') expect(body.length).toBe(0);
      return { path, status, rest };
    };
    for (const { paths, given } of [
      { paths: rows.filter(isFailing).map(({ path }) => path), given: rows.find(isFailing)?.given },
      {
        paths: [
          ...rows.filter((row) => !isFailing(row)).map(({ path }) => path),
          ...[...resourcePaths, ...otherPaths, ...filePaths],
        ],
        given: { newsletter: standIn() },
      },
    ]) {
      const open = () => openSite({ ...given, now, trust: trustLoopback });
      const [first, second] = [await open(), await open()];
      for (const path of paths) {
        const head = await read(first, 'HEAD', path);
        const get = await read(second, 'GET', path);
        expect(head).toEqual(get);
        expect(await read(second, 'HEAD', path)).toEqual(get);
        expect(await read(first, 'GET', path)).toEqual(get);
      }
    }
  },
);
