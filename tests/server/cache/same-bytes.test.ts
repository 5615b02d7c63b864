import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { closedNewsletter, type Newsletter } from '#server/newsletter/newsletter.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { askPort, type ReadResponse } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const seed = 6;

const now = () => new Date('2026-11-20T12:00:00Z');

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

function decode({ headers, body }: ReadResponse): string {
  const encoding = headers['content-encoding'];
  if (body.length === 0 || encoding === undefined) return body.toString();
  if (encoding !== 'br' && encoding !== 'gzip' && encoding !== 'zstd') throw new Error(encoding);
  return decoders[encoding](body).toString();
}

/** The headers that must not depend on the cache: without encoding, length and ETag. */
function plain(headers: IncomingHttpHeaders) {
  const {
    date,
    etag,
    connection,
    'content-encoding': encoding,
    'content-length': length,
    'transfer-encoding': chunked,
    'keep-alive': alive,
    'x-request-id': id,
    ...rest
  } = headers;
  return rest;
}

const newsletterPaths = ['/newsletter', '/newsletter/confirm', '/newsletter/unsubscribe'];
const paths = [...pages.flatMap(({ path }) => path ?? []), ...newsletterPaths];
const { events, filters } = publishedContent.programme;
const documentPaths = createResources(publishedContent).map(({ path }) => path);

const valueText = fc.oneof(
  fc.constantFrom(
    ...Object.values(filters).flatMap(({ options }) => options.map(({ value }) => value)),
  ),
  fc.constantFrom(...events.map(({ slug }) => slug)),
  fc.constantFrom('all', 'calendar', 'list', 'newsletter', 'contact', 'Berlin', '', '__proto__'),
  fc.string({ maxLength: 12 }),
);
const nameText = fc.oneof(
  fc.constantFrom('month', 'city', 'format', 'category', 'view', 'event', 'type', 'utm_source'),
  fc.string({ maxLength: 8 }),
);
const query = fc
  .array(fc.tuple(nameText, valueText), { maxLength: 5 })
  .map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''));
const rest = fc.oneof(
  fc.constantFrom(...['', '/', '//', '/x/', '/%20', '/%2f', '/%42', 'x', '/.', '/..', ';a', '%zz']),
  fc.webPath({ size: 'small' }),
);
const path = fc.oneof(
  fc.constantFrom(...paths),
  fc.tuple(fc.constantFrom(...paths), rest).map(([start, end]) => start + end),
  fc.constantFrom(...paths).map((known) => known.toUpperCase()),
  fc
    .constantFrom(...paths)
    .map((known) => known.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`)),
  fc.constantFrom(...documentPaths),
  fc.webPath(),
);
const encoding = fc.constantFrom('br', 'gzip', 'zstd', 'identity', 'gzip;q=1, br;q=0.1', '*', '');

test('in any order of requests, a response is the same with and without the cache', async () => {
  const cached = await serve(makeCachedSite({ now }, { now }).listener);
  const uncached = await serve(createApp({ now }));
  const methods = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT');
  await fc.assert(
    fc.asyncProperty(path, query, encoding, methods, async (path, query, encoding, method) => {
      const address = `${path || '/'}${query}`;
      const headers = { 'accept-encoding': encoding, 'content-length': '0' };
      const [one, other] = await Promise.all([
        askPort(cached, { method, path: address, headers }),
        askPort(uncached, { method, path: address, headers: { 'content-length': '0' } }),
      ]);
      expect([address, one.status]).toEqual([address, other.status]);
      expect(decode(one) === decode(other), address).toBe(true);
      expect(plain(one.headers)).toEqual(plain(other.headers));
    }),
    { seed, numRuns: 250 },
  );
}, 240_000);

test('headers of a cached page do not depend on the request that was first', async () => {
  const requests = [
    ['GET', '/newsletter/confirm/unknown', 404],
    ['GET', '/unknown', 404],
    ['PUT', '/newsletter', 405],
    ['PUT', '/newsletter/confirm', 405],
    ['POST', '/about', 405],
    ['POST', '/blog', 405],
    ['POST', '/blog/', 405],
    ['GET', '/newsletter/unsubscribe?token=a', 404],
    ['POST', '/newsletter/unsubscribe?token=a', 503],
    ['POST', '/newsletter', 503],
  ] as const;
  const newsletter: Newsletter = {
    ...closedNewsletter,
    state: 'open',
    unsubscribe: async () => 'unavailable',
  };
  for (const order of [requests, requests.toReversed()]) {
    const cached = await serve(makeCachedSite({ now, newsletter }, { now }).listener);
    const uncached = await serve(createApp({ now, newsletter }));
    for (const [method, path, status] of [...order, ...order]) {
      const question = { method, path, headers: { 'content-length': '0' } };
      const [one, other] = [await askPort(cached, question), await askPort(uncached, question)];
      expect([path, one.status]).toEqual([path, status]);
      expect([path, plain(one.headers)]).toEqual([path, plain(other.headers)]);
      expect([path, decode(one) === decode(other)]).toEqual([path, true]);
    }
  }
});

describe.each(['/events?city=berlin', '/blog/nothing', '/%zz', '/feed.xml', '/favicon.svg'])(
  '%s',
  (path) => {
    test('is the same text in each encoding, each with an ETag of its own', async () => {
      const port = await serve(makeCachedSite({ now }, { now }).listener);
      const texts = new Set<string>();
      const tags: string[] = [];
      for (const round of [1, 2, 3]) {
        for (const encoding of ['br', 'gzip', 'zstd', 'identity']) {
          const response = await askPort(port, { path, headers: { 'accept-encoding': encoding } });
          texts.add(decode(response));
          expect(response.headers.vary).toBe('Accept-Encoding');
          const { etag } = response.headers;
          const isEncoded = response.headers['content-encoding'] === encoding;
          // The first response may be streamed, in an encoding that can stream.
          if (round > 1) expect([encoding, isEncoded]).toEqual([encoding, encoding !== 'identity']);
          if (round === 3 && etag !== undefined) tags.push(etag);
        }
      }
      expect(texts.size).toBe(1);
      const isKeptByOthers = !/no|zz|nothing/.test(path);
      expect(new Set(tags).size).toBe(isKeptByOthers ? 4 : 0);
      for (const tag of tags) expect(tag).toMatch(/^(W\/)?"[\w-]+"$/);
    });
  },
);
