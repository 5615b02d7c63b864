import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { ask } from '../../helpers/ask.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';
import { serve } from '../../helpers/until-test-ends.ts';

test.each([
  ['gzip;q=0.5, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, *;q=0.1', 'zstd'],
  ['br;q=0.1, GZIP;x=y;Q=1', 'gzip'],
  ['br;q=2, zstd;q=high, gzip;q=0.001', 'gzip'], // A weight that is none counts as 0.
  ['identity, *;q=0', undefined],
  ['nothing-we-know', undefined],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted };
  const response = await ask(createApp(), { path: '/about', headers });
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers.vary).toBe('Accept-Encoding');
  const font = await ask(createApp(), { path: '/fonts/eczar-f736a312.woff2', headers });
  expect(font.headers['content-encoding']).toBeUndefined(); // It is compressed already.
  expect(Number(font.headers['content-length'])).toBe(font.body.length);
});

test.each(['br', 'identity'])(
  'with %s the shell arrives while a part of the page is still being made',
  async (encoding) => {
    const { findPage, finish } = makeSlowAbout();
    const port = await serve(createApp({ findPage }));
    const response = await new Promise<Readable>((resolve, reject) => {
      const headers = { 'accept-encoding': encoding };
      const options = { host: '127.0.0.1', port, path: '/about', headers, agent: false };
      get(options, resolve).on('error', reject);
    });
    const opened = encoding === 'br' ? response.pipe(createBrotliDecompress()) : response;
    let html = '';
    for await (const chunk of opened) {
      html += chunk;
      // Were it held back, this would never come and the test would run out of time.
      if (html.includes('Quick part')) finish('Slow part');
    }
    expect(html.indexOf('Quick part')).toBeLessThan(html.indexOf('Slow part'));
    expect(html).toMatch(/<\/html>$|<\/script>$/);
  },
);
