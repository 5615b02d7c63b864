import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { compressWell } from '#server/cache/encodings.ts';
import { always } from '#shared/validity.ts';
import { makeLogger } from '../../helpers/make-logger.ts';
import { openSite } from '../../helpers/open-site.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';

test.each([
  ['gzip;q=0.5, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, *;q=0.1', 'zstd'],
  ['br;q=0.1, GZIP;x=y;Q=1', 'gzip'],
  ['br;q=2, zstd;q=high, gzip;q=0.001', 'gzip'], // A weight that is none counts as 0.
  ['identity, *;q=0', undefined],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted };
  const { ask } = await openSite({}, { cachesPages: false });
  const response = await ask('/about', headers);
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers.vary).toBe('Accept-Encoding');
  const icon = await ask('/favicon.svg', headers);
  expect(icon.headers['content-encoding']).toBeUndefined(); // No encoding of the build is beside it.
  expect(Number(icon.headers['content-length'])).toBe(icon.body.length);
});

test.each(['br', 'identity'])('with %s the shell comes before a slow part', async (encoding) => {
  const { findPage, finish } = makeSlowAbout();
  const { port } = await openSite({ findPage });
  const headers = { 'accept-encoding': encoding };
  const response = await fetch(`http://127.0.0.1:${port}/about`, { headers });
  expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  let html = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    html += chunk;
    // Were it held back, this would never come and the test would run out of time.
    if (html.includes('Quick part')) finish('Slow part');
  }
  expect(html.indexOf('Quick part')).toBeLessThan(html.indexOf('Slow part'));
  expect(html).toMatch(/<\/html>$|<\/script>$/);
});

test.each(['/about', '/feed.xml', '/events.ics?v=1'])('%s is at its best later', async (path) => {
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
    const best = await compressWell[encoding](page);
    await expect.poll(async () => (await read(encoding)).equals(best)).toBe(true);
    if (encoding === 'br') expect(best.length).toBeLessThan(quick.length);
    if (encoding === 'zstd') expect(best.readUInt8(4) & 0xe0).not.toBe(0); // It knew the size: RFC 8878, 3.1.1.1.
  }
  expect(new Set(tags.values()).size).toBe(tags.size);
  for (const etag of tags.values()) {
    const encoding = /-(\w+)"$/.exec(etag)?.[1] ?? 'identity';
    const headers = { 'accept-encoding': encoding, 'if-none-match': etag };
    expect((await ask(path, headers)).status).toBe(304);
  }
});

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
  for (let round = 0; round < 3; round += 1)
    expect((await read('/failing')).body.equals(first.body)).toBe(true);
  const condition = { 'if-none-match': `"a", ${first.headers.etag}` };
  expect((await read('/failing', condition)).status).toBe(304);
  const line = await log.waitFor(({ msg }) => msg === 'compression failed');
  expect(line).toMatchObject({ route: 'test', err: { message: 'no memory left' } });
  const { etag } = (await read('/about')).headers;
  await expect.poll(async () => (await read('/about')).headers.etag).not.toBe(etag);
});
