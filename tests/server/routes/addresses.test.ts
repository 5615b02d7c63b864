import fc from 'fast-check';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { pages } from '#shared/routes.ts';
import { ask, askPort, withServer } from '../../helpers/ask.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';

const paths = pages.flatMap(({ path }) => (path === undefined ? [] : [path]));

const readHeading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));

test.each([
  ...['/no-such-page', '/blog/anything', '/events/anything', '/about/team', '/contact/form/more'],
  ...[
    '/server/index.ts',
    '/package.json',
    '/client/entry.tsx',
    '/manifest.json',
    '/.env',
    '/.ci/run',
  ],
  ...['/.git/config', '/public/favicon.ico', '/node_modules/express/package.json', '/index.html'],
  ...[
    '/constructor',
    '/__proto__',
    '/hasOwnProperty',
    '/about.html',
    '/about;x=1',
    '/healthz/more',
  ],
  ...['/about%00', '/%00', '/about%3Fx', '/%F0%9F%8C%8D', '/a%20path', '/%3Cscript%3Ealert(1)'],
])('%s is a 404 page that says so', async (path) => {
  const response = await request(createApp()).get(path);
  expect(response.status).toBe(404);
  expect(readHeading(response.text)).toBe('404');
  expect(response.text).toContain('Oops! Page not found');
});

test('an unknown path stands nowhere in the page that says so', async () => {
  const response = await request(createApp()).get('/find-me-here?and=me-there');
  expect(response.text).not.toMatch(/find-me-here|me-there/);
});

describe('another spelling of a known page leads to it for good', () => {
  test.each([
    ['/about/', '/about'],
    ['/About', '/about'],
    ['/ABOUT/', '/about'],
    ['//about', '/about'],
    ['/about//', '/about'],
    ['///Investor-FAQ///', '/investor-faq'],
    ['/%61bout', '/about'],
    ['/%2Fabout', '/about'],
    ['/about%2F', '/about'],
    ['//', '/'],
    ['/%2F', '/'],
    ['/contact/form/', '/contact/form'],
    ['/Contact//Form', '/contact/form'],
    ['/about/?a=1&b=%20c', '/about?a=1&b=%20c'],
    ['/EVENTS?month=october&city=Berlin', '/events?month=october&city=Berlin'],
    ['/About?next=//evil.example', '/about?next=//evil.example'],
    ['/About?', '/about?'],
    ['//?x=1', '/?x=1'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers, body } = await ask(createApp(), { path });
    expect(status).toBe(308);
    expect(headers.location).toBe(location);
    expect(body.toString()).toBe('');
  });

  test.each(paths.filter((path) => path !== '/'))('%s, written badly', async (path) => {
    for (const spelling of [`${path}/`, path.toUpperCase(), path.replaceAll('/', '//')]) {
      const { status, headers } = await ask(createApp(), { path: spelling });
      expect([status, headers.location]).toEqual([308, path]);
    }
  });

  test('with HEAD as well', async () => {
    const { status, headers } = await ask(createApp(), { method: 'HEAD', path: '/About/' });
    expect([status, headers.location]).toEqual([308, '/about']);
  });
});

test('for any path, a redirect stays on this site and nothing fails', async () => {
  // Printable ASCII without white space and #: what an HTTP request line can carry.
  const characters = fc.constantFrom(...'/\\.%@:;?&=ABabout2fF5cC0!$\'()*+,-_~"<>[]^`{|}');
  const anyPath = fc.string({ unit: characters, maxLength: 20 }).map((text) => `/${text}`);
  await withServer(createApp(), async (port) => {
    await fc.assert(
      fc.asyncProperty(anyPath, async (path) => {
        const { status, headers } = await askPort(port, { path });
        expect([200, 308, 400, 404]).toContain(status);
        if (headers.location === undefined) return;
        const target = new URL(headers.location, 'https://here.example');
        expect(target.origin).toBe('https://here.example');
        expect(paths).toContain(target.pathname);
      }),
    );
  });
});

describe('a page can only be read', () => {
  const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

  test.each(paths)('%s', async (path) => {
    for (const method of methods) {
      const { status, headers, body } = await ask(createApp(), { method, path });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect(readHeading(body.toString())).toBe('This page can only be read');
    }
  });

  test('in another spelling too', async () => {
    const { status, headers } = await ask(createApp(), { method: 'POST', path: '/About/' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('but what does not exist does not exist for any method', async () => {
    for (const method of methods) {
      expect((await ask(createApp(), { method, path: '/no-such-page' })).status).toBe(404);
    }
  });
});

test.each([
  '/%',
  '/%zz?month=october',
  '/about%',
  '/about/%E0%A4%A',
  '/%c0%ae%c0%ae/',
  '/%u0041bout',
])('%s is a 400 page that can be read', async (path) => {
  const { status, headers, body } = await ask(createApp(), { path });
  expect(status).toBe(400);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(readHeading(body.toString())).toBe('This address cannot be read');
  expect(body.toString()).toContain('Return to Home');
});

test.each(['/events?%zz', '/events?month=%E0%A4%A', '/thank-you?type=%', '/about?%%%'])(
  '%s is a page all the same: only its query is malformed',
  async (path) => {
    const { status } = await ask(createApp(), { path });
    expect(status).toBe(200);
  },
);
