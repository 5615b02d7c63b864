import express from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress } from '#server/request-address.ts';
import { badRequest } from '#shared/content/bad-request.ts';
import { methodNotAllowed } from '#shared/content/method-not-allowed.ts';
import { notFound } from '#shared/content/not-found.ts';
import { getPageById, pages } from '#shared/routes.ts';
import { publishedContent as content } from '#shared/site-content.ts';
import { readHeading } from '../../helpers/newsletter/newsletter-visits.ts';
import { ask, askPort } from '../../helpers/site/ask.ts';
import { makeCachedSite } from '../../helpers/site/open-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const { app } = makeCachedSite();
const paths = pages.flatMap(({ path }) => (path === undefined ? [] : [path]));

test('an unknown path is a 404 page that says so, without repeating the path', async () => {
  for (const path of [
    ...['/find-me-here', '/blog/find-me-here', '/contact/form/more', '/server/index.ts'],
    ...['/package.json', '/manifest.json', '/.env', '/.git/config', '/public/favicon.ico'],
    ...['/index.html', '/__proto__', '/about.html', '/about;x=1', '/healthz/more', '/about%00'],
    ...['/events/unknown.ics', '/events/__proto__.ics', '/reports/more', '/newsletter/more'],
    ...['/missing.png', '/assets/entry-00000000.js', '/FAVICON.svg', '/favicon.svg/', '/fonts/'],
    '//package.json',
    ...['/Fonts/eczar-f736a312.woff2', '/about%3Fx', '/%F0%9F%8C%8D', '/%3Cscript%3Ealert(1)'],
  ]) {
    const { status, body } = await ask(app, { path: `${path}?and=me-there` });
    const text = body.toString();
    expect([path, status, readHeading(text)]).toEqual([path, 404, notFound.title]);
    expect(text).toContain(notFound.sentence);
    expect(text).not.toMatch(/find-me-here|me-there|alert\(1/);
  }
});

test.each([
  ['/about/', '/about'],
  ['/ABOUT//', '/about'],
  ['///Investor-FAQ///', '/investor-faq'],
  ['/%61bout', '/about'],
  ['/%2Fabout', '/about'],
  ['/about%2F', '/about'],
  ['//', '/'],
  ['/Contact//Form', '/contact/form'],
  ['/about/?a=1&b=%20c', '/about?a=1&b=%20c'],
  ['/About?next=//evil.example', '/about?next=//evil.example'],
  ['/About?', '/about?'],
  ['//?x=1', '/?x=1'],
])('%s is redirected permanently to %s', async (path, location) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await ask(app, { method, path });
    expect([status, headers.location, headers['content-length']]).toEqual([308, location, '0']);
    expect(headers['cache-control']).toBe('public, max-age=86400');
  }
});

test.each([
  ['/Feed.xml', '/feed.xml'],
  ['/events.ics/?city=berlin', '/events.ics?city=berlin'],
  ['/page-data//Events', '/page-data/events'],
  ['/Newsletter/', '/newsletter'],
  ['/newsletter/confirm/?token=a', '/newsletter/confirm?token=a'],
  ['/reports/', '/reports'],
  ['/HEALTHZ/', '/healthz'],
])(
  '%s is redirected to %s as all programs know it, and no cache stores the query',
  async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(app, { method, path });
      expect([status, headers.location]).toEqual([301, location]);
      expect(headers['cache-control']).toBe('no-store');
    }
    const [put, own] = [
      await ask(app, { method: 'PUT', path }),
      await ask(app, { method: 'PUT', path: location }),
    ];
    expect([put.status, put.headers.allow]).toEqual([405, own.headers.allow]);
  },
);

test('a former path is redirected to its page, with the query; renamed back, it is no loop', async () => {
  const table = [{ ...getPageById('blog'), formerPaths: ['/jobs', '/old/jobs'] }];
  const app = express().use(readAddress(content, [], () => new Date(), table));
  for (const path of ['/jobs?a=b', '/Old/Jobs/?a=b']) {
    const { status, headers } = await ask(app, { path });
    expect([status, headers.location]).toEqual([308, '/blog?a=b']);
    // A browser that kept it would go back and forth after /blog has become a former path of /jobs.
    expect(headers['cache-control']).toBe('no-cache');
  }
  expect((await ask(app, { path: '/blog' })).status).toBe(404); // It is not redirected.
});

test('for any path, a redirect stays on this site and nothing fails', async () => {
  // Printable ASCII without white space and #: the characters of an HTTP request target.
  const characters = fc.constantFrom(...'/\\.%@:;?&=ABabout2fF5cC0!$\'()*+,-_~"<>[]^`{|}');
  const anyPath = fc.string({ unit: characters, maxLength: 20 }).map((text) => `/${text}`);
  const port = await serve(app);
  await fc.assert(
    fc.asyncProperty(anyPath, async (path) => {
      const { status, headers } = await askPort(port, { path });
      expect([200, 301, 308, 400, 404]).toContain(status);
      if (headers.location === undefined) return;
      const target = new URL(headers.location, 'https://here.example');
      expect(target.origin).toBe('https://here.example');
      expect(paths).toContain(target.pathname);
    }),
  );
});

test('a page accepts only GET and HEAD, and an unknown address is a 404 for every method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of [...paths, '/About/']) {
      const { status, headers, body } = await ask(app, { method, path });
      expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, HEAD']);
      expect(readHeading(body.toString())).toBe(methodNotAllowed.title);
    }
    expect((await ask(app, { method, path: '/no-such-page' })).status).toBe(404);
  }
});

test('a malformed path is a 400 page; a malformed query is ignored', async () => {
  for (const path of ['/%', '/%zz?month=october', '/about/%E0%A4%A', '/%c0%ae%c0%ae/']) {
    const { status, headers, body } = await ask(app, { path });
    expect([path, status]).toEqual([path, 400]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(readHeading(body.toString())).toBe(badRequest.title);
    expect(body.toString()).toContain(badRequest.action);
  }
  for (const path of ['/events?%zz', '/events?month=%E0%A4%A', '/about?%%%']) {
    expect([path, (await ask(app, { path })).status]).toEqual([path, 200]);
  }
});

test('what a link names and the site does not list, or not any more, is said in one page for all values', async () => {
  for (const [path, values] of [
    ['/events', ['event=gone-by', 'event=-', 'month=smarch&city=-', 'category=gone-by']],
    ['/blog', ['post=gone-by', 'post=-']],
  ] as const) {
    const pages = await Promise.all(
      values.map(async (query) => (await ask(app, { path: `${path}?${query}` })).body.toString()),
    );
    expect([path, new Set(pages).size]).toEqual([path, 1]);
    expect(pages[0]).toContain(notFound.unlisted);
    expect(pages[0]).not.toMatch(/gone-by|smarch/);
    const { body } = await ask(app, { path: `${path}?utm_source=mail&view=list&page=x` });
    expect(body.toString()).not.toContain(notFound.unlisted);
  }
});
