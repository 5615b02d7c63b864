import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { closedNewsletter, type Newsletter } from '#server/newsletter/newsletter.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { askPort, type ReadResponse } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

function decode({ headers, body }: ReadResponse): string {
  const encoding = headers['content-encoding'];
  if (body.length === 0 || encoding === undefined) return body.toString();
  if (encoding !== 'br' && encoding !== 'gzip') throw new Error(encoding);
  return decoders[encoding](body).toString();
}

const ofTheCache = ['content-encoding', 'content-length', 'etag', 'transfer-encoding'];
const ofTheMoment = ['connection', 'date', 'keep-alive', 'x-request-id'];

/** The headers that must not depend on the cache. */
function plain(headers: IncomingHttpHeaders) {
  const names = [...ofTheCache, ...ofTheMoment];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

const newsletterPaths = ['/newsletter', '/newsletter/confirm', '/newsletter/unsubscribe'];
const paths = [...pages.flatMap(({ path }) => path ?? []), ...newsletterPaths];
const { events, filters } = publishedContent.programme;
const resourcePaths = createResources(publishedContent).map(({ path }) => path);

const values = [
  ...Object.values(filters).flatMap(({ options }) => options.map(({ value }) => value)),
  ...events.map(({ slug }) => slug),
  ...['calendar', 'list', 'newsletter', 'contact', 'Berlin', '', 'a', '__proto__'],
];
const valueText = fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 12 }));
const nameText = fc.oneof(
  fc.constantFrom(...['month', 'city', 'format', 'category', 'view', 'event', 'type', 'token']),
  fc.string({ maxLength: 8 }),
);
const query = fc
  .array(fc.tuple(nameText, valueText), { maxLength: 5 })
  .map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''));
const rest = fc.oneof(
  fc.constantFrom(...['', '/', '//', '/x/', '/%20', '/%2f', '/%42', 'x', '/.', '/..', ';a', '%zz']),
  fc.webPath({ size: 'small' }),
);
const known = fc.constantFrom(...paths);
const path = fc.oneof(
  known,
  fc.tuple(known, rest).map(([start, end]) => start + end),
  known.map((each) => each.toUpperCase()),
  known.map((each) => each.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`)),
  fc.constantFrom(...resourcePaths),
  fc.webPath(),
);
const encoding = fc.constantFrom('br', 'gzip', 'zstd', 'identity', 'gzip;q=1, br;q=0.1', '*', '');

/** Its pages have headers that others do not have: Allow, Retry-After, Referrer-Policy. */
const newsletter: Newsletter = {
  ...closedNewsletter,
  state: 'open',
  isUnsubscribeLink: (token) => token === 'a',
  unsubscribe: async () => 'unavailable',
};

/** What one visitor says of themselves: no response depends on it, so any cache may store it. */
const visitor = { cookie: 'a=b', 'user-agent': 'x', 'accept-language': 'de', authorization: 'x' };

test('in any order of requests, a response is the same with and without the cache, for everyone', async () => {
  const cached = await serve(makeCachedSite({ now, newsletter }).app);
  const uncached = await serve(createApp({ now, newsletter }));
  const methods = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT');
  await fc.assert(
    fc.asyncProperty(path, query, encoding, methods, async (path, query, encoding, method) => {
      const address = `${path || '/'}${query}`;
      const headers = { ...visitor, 'accept-encoding': encoding, 'content-length': '0' };
      const [one, other] = await Promise.all([
        askPort(cached, { method, path: address, headers }),
        askPort(uncached, { method, path: address, headers: { 'content-length': '0' } }),
      ]);
      expect([address, one.status]).toEqual([address, other.status]);
      expect(decode(one) === decode(other), address).toBe(true);
      expect(plain(one.headers)).toEqual(plain(other.headers));
    }),
    { seed: 6, numRuns: 150 },
  );
}, 240_000);
