import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { ask, withServer } from '../../helpers/ask.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, br', 'br'],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['nothing-we-know', undefined],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted };
  const response = await ask(createApp(), { path: '/about', headers });
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers.vary).toBe('Accept-Encoding');
});

test('a font, which is compressed already, is sent as it is', async () => {
  const response = await ask(createApp(), {
    path: '/fonts/eczar-f736a312.woff2',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['content-type']).toBe('font/woff2');
  expect(Number(response.headers['content-length'])).toBe(response.body.length);
});

test.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
  ['identity', undefined],
] as const)(
  'with %s the shell arrives while a part of the page is still being made',
  async (encoding, createOpener) => {
    const { findPage, finish } = makeSlowAbout();
    await withServer(createApp({ findPage }), async (port) => {
      const response = await new Promise<Readable>((resolve, reject) => {
        const headers = { 'accept-encoding': encoding };
        get({ host: '127.0.0.1', port, path: '/about', headers, agent: false }, resolve).on(
          'error',
          reject,
        );
      });
      const opened = createOpener ? response.pipe(createOpener()) : response;
      let html = '';
      for await (const chunk of opened) {
        html += chunk;
        // Were it held back, this would never come and the test would run out of time.
        if (html.includes('Quick part')) finish('Slow part');
      }
      expect(html.indexOf('Quick part')).toBeLessThan(html.indexOf('Slow part'));
      expect(html).toMatch(/<\/html>$|<\/script>$/);
    });
  },
);
