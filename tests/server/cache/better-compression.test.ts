import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { compressWell } from '#server/cache/encodings.ts';
import { always } from '#shared/validity.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { makeLogger } from '../../helpers/make-logger.ts';

const askFor = (path: string, encoding: string) => (port: number) =>
  askPort(port, { path, headers: { 'accept-encoding': encoding } });

test.each([
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a page that is requested again with %s is sent at its best quality from then on',
  async (encoding, decompress) => {
    const ask = askFor('/about', encoding);
    await withServer(makeCachedSite().listener, async (port) => {
      const first = await ask(port);
      const best = await compressWell(decompress(first.body), encoding);
      expect(best.length).toBeLessThan(first.body.length);
      await expect
        .poll(async () => (await ask(port)).body.equals(best), { timeout: 10_000 })
        .toBe(true);
    });
  },
);

test('no two sequences of bytes ever have the same tag, and none has two', async () => {
  await withServer(makeCachedSite().listener, async (port) => {
    const bodies = new Map<string, string>();
    const tags = new Map<string, string>();
    let isQuick = true;
    for (let round = 0; round < 60 && isQuick; round += 1) {
      isQuick = false;
      for (const encoding of ['br', 'gzip', 'zstd', 'identity']) {
        for (const path of ['/about', '/terms']) {
          const { headers, body } = await askFor(path, encoding)(port);
          const { etag = '' } = headers;
          const bytes = body.toString('base64');
          expect(bodies.get(etag) ?? bytes, etag).toBe(bytes);
          expect(tags.get(bytes) ?? etag).toBe(etag);
          bodies.set(etag, bytes);
          tags.set(bytes, etag);
          isQuick ||= etag.includes('-quick');
        }
      }
      await sleep(100); // A page is compressed again meanwhile.
    }
    // Of each page four encodings, and at least brotli in two qualities.
    expect(isQuick).toBe(false);
    expect(bodies.size).toBeGreaterThanOrEqual(10);
  });
});

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
  await withServer(listener, async (port) => {
    const ask = askFor('/failing', 'br');
    const first = await ask(port);
    for (let round = 0; round < 3; round += 1) {
      expect((await ask(port)).body.equals(first.body)).toBe(true);
    }
    const line = await log.waitFor(({ msg }) => msg === 'compression failed');
    expect(line).toMatchObject({ route: 'test', err: { message: 'no memory left' } });
    const next = askFor('/about', 'br');
    const { etag } = (await next(port)).headers;
    await expect
      .poll(async () => (await next(port)).headers.etag, { timeout: 10_000 })
      .not.toBe(etag);
  });
});
