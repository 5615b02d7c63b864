import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { fontFiles } from '#client/styles/font-files.ts';
import { createApp } from '#server/app.ts';
import { drawnFiles } from '#shared/drawn-files.ts';
import { ask } from '../../helpers/ask.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const forAYear = 'public, max-age=31536000, immutable';
const hashed = [...Object.values(fontFiles), ...Object.values(drawnFiles)];

test.each([
  ...hashed.map((path) => [path, /^(font|image)\//, forAYear] as const),
  ['/favicon.ico', /icon/, 'public, max-age=3600'],
  ['/favicon.svg', /^image\/svg\+xml/, 'public, max-age=3600'],
  ['/apple-touch-icon.png', /^image\/png/, 'public, max-age=3600'],
] as const)(
  '%s is cached for a year if a hash is in its name, else for an hour',
  async (path, type, time) => {
    const { status, headers } = await request(createApp()).get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(type);
    expect(headers['cache-control']).toBe(time);
  },
);

test('the assets of a build are cached for a year; nothing else of it is served', async () => {
  const buildDirectory = await makeFolder({
    'client/assets/entry-AB12CD34.js': 'export {};',
    'client/assets/landscape-1200-0123abcd.avif': 'a picture',
    'client/assets/landscape-1200-0123abcd.jpg': 'a picture',
    'client/assets/.env': 'SECRET=1',
    'client/assets/.git/config': 'SECRET=1',
    'manifest.json': '{"secret":1}',
  });
  const app = createApp({ buildDirectory });
  for (const [name, type, policy] of [
    ['entry-AB12CD34.js', 'text/javascript; charset=utf-8', 'same-origin'],
    ['landscape-1200-0123abcd.avif', 'image/avif', 'same-origin'],
    ['landscape-1200-0123abcd.jpg', 'image/jpeg', 'cross-origin'], // for feed readers
  ] as const) {
    const { status, headers } = await request(app).get(`/assets/${name}`);
    expect([name, status]).toEqual([name, 200]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': forAYear,
      'cross-origin-resource-policy': policy,
    });
  }
  for (const path of [
    ...['/assets/.env', '/assets/.git/config', '/assets/%2eenv'],
    ...['/manifest.json', '/client/assets/entry-AB12CD34.js'],
  ]) {
    const { status, body } = await ask(app, { path });
    expect([path, status, /secret/i.test(body.toString())]).toEqual([path, 404, false]);
  }
});

test('a file that has not changed is not sent a second time', async () => {
  const app = createApp();
  const { etag = '' } = (await request(app).get('/favicon.svg')).headers;
  const again = await request(app).get('/favicon.svg').set('if-none-match', etag);
  expect([again.status, again.text ?? '', again.headers['etag']]).toEqual([304, '', etag]);
});

describe('a missing file is a plain short 404 that is not cached', () => {
  test.each([
    ...['/assets/entry-00000000.js?v=1', '/assets', '/assets/%zz', '/fonts/', '/line/missing.svg'],
    ...['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json'],
    ...['/fonts/..%2f..%2fpackage.json'],
  ])('%s', async (path) => {
    const { status, headers, body } = await ask(createApp(), { path });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.location).toBeUndefined();
    expect(body.length).toBeLessThan(50);
  });

  test.each([
    '/missing.png',
    '/lines',
    '/fontsome',
    '/FAVICON.svg',
    '/Fonts/eczar-f736a312.woff2',
    '/favicon.svg/',
    '//package.json',
  ])('but %s, outside of those folders, is the page', async (path) => {
    const { status, body } = await ask(createApp(), { path });
    expect(status).toBe(404);
    expect(readText(findOnly(parseHtml(body.toString()), 'h1'))).toBe('404');
  });
});
