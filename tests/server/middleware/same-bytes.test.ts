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
import { makeCachedSite } from '../../helpers/site/open-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

function decode({ headers, body }: ReadResponse): string {
  const encoding = headers['content-encoding'];
  if (body.length === 0 || encoding === undefined) return body.toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString();
}

const ofTheMoment = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];
const ofTheCache = ['content-encoding', 'content-length', 'etag'];

const omit = ({ headers }: ReadResponse, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

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
/** Values of `Accept-Encoding`, and the encoding of a page. */
const encoding = fc.constantFrom(
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, br', 'br'],
  ['*', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['GZIP;x=y;Q=1, deflate', 'gzip'],
  ['identity, *;q=0', undefined],
  ['*;q=0', undefined],
  ['zstd', undefined],
  ['', undefined],
);

/** The newsletter's pages have headers of their own: Allow, Retry-After, Referrer-Policy. */
const newsletter: Newsletter = {
  ...closedNewsletter,
  state: 'open',
  isUnsubscribeLink: (token) => token === 'a',
  unsubscribe: async () => 'unavailable',
};

/** Headers of one visitor: no response depends on them, so any cache may store it. */
const visitor = { cookie: 'a=b', 'user-agent': 'x', 'accept-language': 'de', authorization: 'x' };

test('in any order of requests, a response is the same with and without the cache, for everyone; HEAD is GET without the body', async () => {
  const cached = await serve(makeCachedSite({ now, newsletter }).app);
  const uncached = await serve(createApp({ now, newsletter }));
  const methods = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT');
  await fc.assert(
    fc.asyncProperty(
      path,
      query,
      encoding,
      methods,
      async (path, query, [accepted, encoding], method) => {
        const address = `${path || '/'}${query}`;
        const headers = { ...visitor, 'accept-encoding': accepted, 'content-length': '0' };
        const nobody = { 'content-length': '0' };
        const ask = (verb: string) => askPort(cached, { method: verb, path: address, headers });
        const head = method === 'GET' ? await ask('HEAD') : undefined;
        const one = await ask(method);
        const other = await askPort(uncached, { method, path: address, headers: nobody });
        expect([address, one.status]).toEqual([address, other.status]);
        expect(decode(one) === decode(other), address).toBe(true);
        const changing = [...ofTheMoment, ...ofTheCache];
        expect(omit(one, ...changing)).toEqual(omit(other, ...changing));
        if (String(one.headers['content-type']).startsWith('text/html')) {
          expect([accepted, one.headers['content-encoding']]).toEqual([accepted, encoding]);
          expect(one.headers.vary).toBe('Accept-Encoding');
        }
        if (!head) return;
        expect([address, head.status, head.body.length]).toEqual([address, one.status, 0]);
        expect(omit(head, ...ofTheMoment)).toEqual(omit(one, ...ofTheMoment));
      },
    ),
    { seed: 6, numRuns: 150 },
  );
});
