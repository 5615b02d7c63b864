import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { fontFiles } from '#client/styles/font-files.ts';
import { createApp } from '#server/app.ts';
import { drawnFiles } from '#shared/drawn-files.ts';
import { ask } from '../../helpers/ask.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const forAYear = 'public, max-age=31536000, immutable';

test.each([...Object.values(fontFiles), ...Object.values(drawnFiles)])(
  '%s has a hash in its name and is cached for a year',
  async (path) => {
    const response = await request(createApp()).get(path);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe(forAYear);
  },
);

test.each([
  ['/favicon.ico', /icon/],
  ['/favicon.svg', /^image\/svg\+xml/],
  ['/apple-touch-icon.png', /^image\/png/],
  ['/portraits/ananya-rao.svg', /^image\/svg\+xml/],
])('%s may change, and is cached for an hour', async (path, type) => {
  const response = await request(createApp()).get(path);
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toMatch(type);
  expect(response.headers['cache-control']).toBe('public, max-age=3600');
});

test('the built code of the browser is cached for a year', async () => {
  const built = {
    'client/assets/entry-AB12CD34.js': 'export {};',
    'manifest.json': '{"secret":1}',
  };
  await withFolder(built, async (buildDirectory) => {
    const app = createApp({ buildDirectory });
    const response = await request(app).get('/assets/entry-AB12CD34.js');
    expect(response.status).toBe(200);
    expect(response.text).toBe('export {};');
    expect(response.headers['content-type']).toMatch(/^text\/javascript/);
    expect(response.headers['cache-control']).toBe(forAYear);
    // Nothing of the build but its assets is served.
    expect((await request(app).get('/manifest.json')).status).toBe(404);
    expect((await request(app).get('/client/assets/entry-AB12CD34.js')).status).toBe(404);
  });
});

test('a photograph is cached for a year, and its JPEG is shown by feed readers of other origins', async () => {
  const built = {
    'client/assets/landscape-1200-0123abcd.avif': 'a picture',
    'client/assets/landscape-1200-0123abcd.jpg': 'a picture',
  };
  await withFolder(built, async (buildDirectory) => {
    const app = createApp({ buildDirectory });
    for (const [format, type, policy] of [
      ['avif', 'image/avif', 'same-origin'],
      ['jpg', 'image/jpeg', 'cross-origin'],
    ] as const) {
      const { headers } = await request(app).get(`/assets/landscape-1200-0123abcd.${format}`);
      expect(headers['content-type']).toBe(type);
      expect(headers['cache-control']).toBe(forAYear);
      expect(headers['cross-origin-resource-policy']).toBe(policy);
    }
  });
});

test('a file that has not changed is not sent a second time', async () => {
  const app = createApp();
  const { headers } = await request(app).get('/favicon.svg');
  const again = await request(app)
    .get('/favicon.svg')
    .set('if-none-match', headers['etag'] ?? '');
  expect([again.status, again.text ?? '']).toEqual([304, '']);
  expect(again.headers['etag']).toBe(headers['etag']);
});

describe('a missing file is a plain short 404 that is not cached', () => {
  test.each([
    ...['/assets/entry-00000000.js', '/assets/entry-00000000.js?v=1', '/assets', '/assets/%zz'],
    ...['/fonts/', '/fonts/missing.woff2', '/line/missing.svg', '/portraits/missing.jpg'],
  ])('%s', async (path) => {
    const { status, headers, body } = await ask(createApp(), { path });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.location).toBeUndefined();
    expect(body.length).toBeLessThan(50);
  });

  test.each(['/missing.png', '/favicon-2.ico', '/lines', '/fontsome'])(
    'but %s, outside of those folders, is the page',
    async (path) => {
      const response = await request(createApp()).get(path);
      expect(response.status).toBe(404);
      expect(readText(findOnly(parseHtml(response.text), 'h1'))).toBe('404');
    },
  );
});

test.each([
  ...['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/../package.json'],
  ...['/fonts/..%2f..%2fpackage.json', '/assets/..%5c..%5cpackage.json', '//package.json'],
])('%s leads out of no folder', async (path) => {
  const { status, body } = await ask(createApp(), { path });
  expect(status).toBe(404);
  expect(body.toString()).not.toContain('"dependencies"');
});

test('a file or a folder that begins with a dot is not served', async () => {
  const files = { 'client/assets/.env': 'SECRET=1', 'client/assets/.git/config': 'SECRET=1' };
  await withFolder(files, async (buildDirectory) => {
    for (const path of ['/assets/.env', '/assets/.git/config', '/assets/%2eenv']) {
      const { status, body } = await ask(createApp({ buildDirectory }), { path });
      expect([path, status]).toEqual([path, 404]);
      expect(body.toString()).not.toContain('SECRET');
    }
  });
});

test('the spelling of a file counts', async () => {
  for (const path of ['/FAVICON.svg', '/Fonts/eczar-f736a312.woff2', '/favicon.svg/']) {
    expect((await ask(createApp(), { path })).status).toBe(404);
  }
});
