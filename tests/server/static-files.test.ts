import { rmSync } from 'node:fs';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fontFiles } from '#client/styles/font-files.ts';
import { createApp } from '#server/app.ts';
import { isHashedFile } from '#server/hashed-file.ts';
import { staticFiles } from '#server/static-files.ts';
import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { ask, askPort } from '../helpers/site/ask.ts';
import { makeFolder, serve } from '../helpers/until-test-ends.ts';

const forAYear = 'public, max-age=31536000, immutable';
const hashed = [...Object.values(fontFiles), ...Object.values(drawnFiles)];

test.each([
  ...hashed.map((path) => [path, /^(font|image)\//, forAYear] as const),
  ['/favicon.ico', /icon/, 'public, max-age=3600'],
  ['/favicon.svg', /^image\/svg\+xml/, 'public, max-age=3600'],
] as const)('%s is cached for as long as its name allows', async (path, type, time) => {
  const headers = { 'cache-control': time, 'content-type': expect.stringMatching(type) };
  expect(await ask(createApp(), { path })).toMatchObject({ status: 200, headers });
});

test('eight digits are a hash only in the folders that have hashes; elsewhere they may be a date', () => {
  const names = ['/fonts/a-0123abcd.woff2', '/line/a-0123abcd.svg', '/social/a-0123abcd.png'];
  const dated = [
    '/portraits/a-20250115.svg',
    '/report-20250115.pdf',
    '/talks/fonts/a-20250115.svg',
  ];
  expect(names.filter((path) => !isHashedFile(path))).toEqual([]);
  expect(dated.filter(isHashedFile)).toEqual([]);
});

test('assets are cached for a year and sent in the encodings of the build; hidden and compressed files have no address', async () => {
  const buildDirectory = await makeFolder({
    'client/assets/entry-AB12CD34.js': 'identity',
    'client/assets/entry-AB12CD34.js.br': 'br',
    'client/assets/entry-AB12CD34.js.gz': 'gzip',
    'client/assets/landscape-1200-0123abcd.webp': 'a picture',
    'client/assets/landscape-1200-0123abcd.jpg': 'a picture',
    'client/assets/.env': 'SECRET=1',
    'client/assets/.git/config': 'SECRET=1',
  });
  const app = createApp({ buildDirectory });
  for (const [name, type, policy] of [
    ['entry-AB12CD34.js', 'text/javascript; charset=utf-8', 'same-origin'],
    ['landscape-1200-0123abcd.webp', 'image/webp', 'same-origin'],
    ['landscape-1200-0123abcd.jpg', 'image/jpeg', 'cross-origin'], // for feed readers
  ] as const) {
    const headers = { 'content-type': type, 'cross-origin-resource-policy': policy };
    const expected = { status: 200, headers: { ...headers, 'cache-control': forAYear } };
    expect(await ask(app, { path: `/assets/${name}` })).toMatchObject(expected);
  }
  const path = '/assets/entry-AB12CD34.js';
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { body } = await ask(app, { path, headers: { 'accept-encoding': encoding } });
    expect(body.toString()).toBe(encoding);
  }
  for (const name of ['.env', '.git/config', '%2eenv', 'entry-AB12CD34.js.br']) {
    expect([name, (await ask(app, { path: `/assets/${name}` })).status]).toEqual([name, 404]);
  }
});

const encoded = { 'accept-encoding': 'gzip' };
test.each(['/favicon.svg', '/about', '/feed.xml'])(
  'conditional requests for %s work as for every file, page and resource',
  async (path) => {
    const port = await serve(createApp());
    const read = (method: string, headers = {}) =>
      askPort(port, { method, path, headers: { ...encoded, ...headers } });
    const { headers, body } = await read('GET');
    const { etag, 'content-length': length } = headers;
    expect(length).toBe(String(body.length));
    const isKept = /^(etag|vary|cache-control|content-security-policy)$/;
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => isKept.test(name)));
    const whole = { 'content-length': length };
    for (const [method, condition, expected, more] of [
      ['HEAD', {}, 200, { etag, ...whole }],
      ['GET', { 'if-none-match': `"a", ${etag}` }, 304, kept],
      ['GET', { 'if-none-match': '"a"' }, 200, { etag }],
      ['GET', { range: 'bytes=0-3' }, 200, whole],
      ['GET', { range: 'bytes=0-3', 'if-range': '"a"' }, 200, whole],
      ['GET', { range: 'bytes=99999999-' }, 200, whole],
      ['POST', {}, 405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }],
    ] as const) {
      const found = { method, condition, ...(await read(method, condition)) };
      expect(found).toMatchObject({ method, condition, status: expected, headers: more });
      if (expected === 304) expect(found.headers).not.toHaveProperty('content-length');
    }
  },
);

test('a file that is deleted while the server runs is a 500, and the server continues', async () => {
  const buildDirectory = await makeFolder({
    'client/assets/entry-AB12CD34.js': 'identity',
    'client/assets/other-AB12CD34.js': 'other',
  });
  const app = createApp({ buildDirectory, isBuilt: true, logger: pino({ enabled: false }) });
  rmSync(`${buildDirectory}/client/assets/entry-AB12CD34.js`);
  const { status, headers, body } = await ask(app, { path: '/assets/entry-AB12CD34.js' });
  expect([status, headers['cache-control'], headers.etag]).toEqual([500, 'no-store', undefined]);
  expect(body.toString()).toContain('</html>');
  expect((await ask(app, { path: '/assets/other-AB12CD34.js' })).status).toBe(200);
});

test.each(['a b.pdf', 'müller.svg', '100%.txt', 'a#b.png', "o'neil (2).jpg", 'archive.tar.gz'])(
  'a file of public/ may be called %s, and be empty',
  async (name) => {
    const empty = { 'public/empty.txt': '' };
    const directory = await makeFolder({ [`public/talks/${name}`]: name, ...empty });
    const app = express().use(staticFiles({ directory, buildDirectory: directory, isBuilt: true }));
    const { status, body } = await ask(app, { path: `/talks/${encodeURIComponent(name)}` });
    expect([status, body.toString()]).toEqual([200, name]);
    expect((await ask(app, { path: '/empty.txt' })).status).toBe(200);
  },
);
