import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { compressWell } from '#server/cache/encodings.ts';
import { always } from '#shared/validity.ts';
import { askPort } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { makeLogger } from '../../helpers/make-logger.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const wait = { timeout: 10_000 };

const askFor = (port: number, path: string, encoding = 'br') =>
  askPort(port, { path, headers: { 'accept-encoding': encoding } });

test.each(['/about', '/feed.xml', '/favicon.svg'])(
  '%s, requested again, is sent at the best quality, and each sequence of bytes has one tag',
  async (path) => {
    const port = await serve(makeCachedSite().listener);
    const tags = new Map<string, string>();
    const read = async (encoding: string) => {
      const { headers, body } = await askFor(port, path, encoding);
      expect(headers.vary).toBe('Accept-Encoding');
      const bytes = body.toString('base64');
      expect(tags.get(bytes) ?? headers.etag).toBe(headers.etag);
      tags.set(bytes, headers.etag ?? '');
      return body;
    };
    const quick = await read('br');
    const page = brotliDecompressSync(quick);
    expect(await read('identity')).toEqual(page);
    for (const encoding of ['br', 'zstd', 'gzip'] as const) {
      const best = await compressWell(page, encoding);
      await expect.poll(async () => (await read(encoding)).equals(best), wait).toBe(true);
      if (encoding === 'br') expect(best.length).toBeLessThan(quick.length);
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
    for (const etag of tags.values()) {
      const encoding = /-(\w+)"$/.exec(etag)?.[1] ?? 'identity';
      const headers = { 'accept-encoding': encoding, 'if-none-match': etag };
      expect((await askPort(port, { path, headers })).status).toBe(304);
    }
  },
);

class UncompressibleResponse extends CachedResponse {
  override compressWell(): Promise<void> {
    return Promise.reject(new Error('no memory left'));
  }
}

test('compressing that fails is logged; the page is sent as it was, and the next is compressed', async () => {
  const log = makeLogger();
  const { responseCache, listener } = makeCachedSite({ logger: log.logger });
  const parts = {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    bytes: Buffer.from('as it was'.repeat(200)),
    route: 'test',
    validity: always,
  };
  responseCache.set('/failing', new UncompressibleResponse(parts));
  const port = await serve(listener);
  const first = await askFor(port, '/failing');
  for (let round = 0; round < 3; round += 1) {
    expect((await askFor(port, '/failing')).body.equals(first.body)).toBe(true);
  }
  const headers = { 'accept-encoding': 'br', 'if-none-match': `"a", ${first.headers.etag}` };
  expect((await askPort(port, { path: '/failing', headers })).status).toBe(304);
  const line = await log.waitFor(({ msg }) => msg === 'compression failed');
  expect(line).toMatchObject({ route: 'test', err: { message: 'no memory left' } });
  const { etag } = (await askFor(port, '/about')).headers;
  await expect.poll(async () => (await askFor(port, '/about')).headers.etag, wait).not.toBe(etag);
});
