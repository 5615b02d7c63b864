import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { compressWell } from '#server/cache/encodings.ts';
import { always } from '#shared/validity.ts';
import { makeLogger } from '../../helpers/make-logger.ts';
import { openSite } from '../../helpers/open-site.ts';

const wait = { timeout: 10_000 };

test.each(['/about', '/feed.xml', '/favicon.svg'])(
  '%s, requested again, is sent at the best quality, and each sequence of bytes has one tag',
  async (path) => {
    const { ask } = await openSite();
    const tags = new Map<string, string>();
    const read = async (encoding: string) => {
      const { headers, body } = await ask(path, { 'accept-encoding': encoding });
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
      expect((await ask(path, headers)).status).toBe(304);
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
  const { ask, responseCache } = await openSite({ logger: log.logger });
  const read = (path: string, more = {}) => ask(path, { 'accept-encoding': 'br', ...more });
  const parts = {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    bytes: Buffer.from('as it was'.repeat(200)),
    route: 'test',
    validity: always,
  };
  responseCache.set('/failing', new UncompressibleResponse(parts));
  const first = await read('/failing');
  for (let round = 0; round < 3; round += 1) {
    expect((await read('/failing')).body.equals(first.body)).toBe(true);
  }
  const condition = { 'if-none-match': `"a", ${first.headers.etag}` };
  expect((await read('/failing', condition)).status).toBe(304);
  const line = await log.waitFor(({ msg }) => msg === 'compression failed');
  expect(line).toMatchObject({ route: 'test', err: { message: 'no memory left' } });
  const { etag } = (await read('/about')).headers;
  await expect.poll(async () => (await read('/about')).headers.etag, wait).not.toBe(etag);
});
