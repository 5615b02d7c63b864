import { get } from 'node:http';
import compression from 'compression';
import express, { type RequestHandler, type Response } from 'express';
import { expect, test } from 'vitest';
import { negotiateEncoding } from '#server/middleware/negotiate-encoding.ts';
import { cachePages, createPageCache, sendComplete } from '#server/page-cache.ts';
import { parseProxyTrust, trustNobody } from '#server/proxy/proxy-trust.ts';
import { always } from '#shared/validity.ts';
import { RawConnection, write } from '../helpers/hostile/raw-connection.ts';
import { askPort } from '../helpers/site/ask.ts';
import { openSite } from '../helpers/site/open-site.ts';
import { makeSlowAbout } from '../helpers/site/slow-page.tsx';
import { serve } from '../helpers/until-test-ends.ts';

const words = { status: 200, headers: {}, body: 'words', validity: always };
const long = 'a'.repeat(4_000);

/** A cache before one route, which responds to every path. */
async function openRoute(route: RequestHandler, cache = createPageCache(1e6)) {
  let arrived = 0;
  const app = express().disable('etag').use(negotiateEncoding);
  app.use(({ path }, response, next) => {
    arrived += 1;
    response.locals.address = { kind: 'not-found', key: path };
    next();
  });
  app.use(cachePages({ cache, now: () => new Date() }));
  app.use(compression(), route);
  const port = await serve(app);
  const ask = (path = '/', headers = {}) => askPort(port, { path, headers });
  return { ask, cache, countArrived: () => arrived };
}

test('a page is rendered once for all requests in one encoding that come during the rendering', async () => {
  const { getPageModule, finish } = makeSlowAbout('shell');
  const { ask, countArrived, renders } = await openSite({ getPageModule });
  const responses = Array.from({ length: 20 }, (_, index) =>
    ask('/about', { 'accept-encoding': index % 2 ? 'br' : 'gzip' }),
  );
  await expect.poll(countArrived).toBe(20);
  finish('slow words');
  const found = await Promise.all(responses);
  expect(new Set(found.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(2);
  expect(renders.get('about')).toBe(2);
  const { body } = await ask('/about');
  expect(body.toString()).toMatch(/^<!DOCTYPE html>.*slow words.*<\/html>/s);
});

test('unknown addresses share one page; a HEAD request renders it for GET requests too', async () => {
  const { ask, renders, cache } = await openSite();
  for (const path of ['/unknown', '/about', '/feed.xml']) {
    expect((await ask(path, {}, 'HEAD')).body.length).toBe(0);
  }
  expect(cache.size).toBe(3);
  for (let round = 0; round < 3; round += 1) {
    const { headers } = await ask(`/unknown-${round}?${round}`);
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
    for (const method of ['GET', 'HEAD']) await ask('/about', {}, method);
  }
  expect(Object.fromEntries(renders)).toEqual({ 'not-found': 1, about: 1 });
});

test('when the client whose request renders a page disconnects, a waiting request takes over', async () => {
  const { getPageModule, finish } = makeSlowAbout('shell');
  const site = await openSite({ getPageModule, maxUncached: 2 });
  const { ask, countArrived, port, renders } = site;
  const leader = get({ host: '127.0.0.1', port, path: '/about', agent: false });
  leader.on('error', () => {}); // the test destroys it
  await expect.poll(countArrived).toBe(1);
  const others = Array.from({ length: 300 }, () => ask('/about'));
  await expect.poll(countArrived).toBe(301);
  expect(renders.get('about')).toBe(1);
  leader.destroy(); // A page is not cached if its client disconnects.
  await expect.poll(() => renders.get('about')).toBe(2);
  finish('slow words');
  for (const { status, body } of [...(await Promise.all(others)), await ask('/about')]) {
    expect(status).toBe(200);
    expect(body.toString()).toMatch(/slow words.*<\/html>/s);
  }
  expect(renders.get('about')).toBe(2);
});

test('a rejection is for one client: the next waiting request renders the page for all others', async () => {
  const begun: Response[] = [];
  const { ask, cache, countArrived } = await openRoute((_request, response) => {
    begun.push(response);
  });
  const all = Array.from({ length: 9 }, () => ask());
  await expect.poll(countArrived).toBe(9);
  for (const round of [1, 2]) {
    begun.at(-1)?.status(429).end();
    await expect.poll(() => begun.length).toBe(round + 1);
  }
  const [last] = begun.slice(-1);
  if (last) await sendComplete(last, words);
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(7).fill(200), 429, 429]);
  expect([begun.length, cache.size]).toEqual([3, 1]);
});

const nonce = { 'content-security-policy': "script-src 'nonce-abc'" };

test.each([
  ['500', {}, { status: 500 }],
  ['no-store', {}, { headers: { 'cache-control': 'private, no-store' } }],
  ['a cookie of the route', {}, { headers: { 'set-cookie': 'a=b' } }],
  ['a cookie of another middleware', { 'set-cookie': 'a=b' }, {}],
  ['a nonce of the route', {}, { headers: nonce }],
  ['a nonce of another middleware', nonce, {}],
] as const)('with %s nothing is stored, and nobody waits longer', async (_name, headers, given) => {
  const begun: Response[] = [];
  const { ask, cache, countArrived } = await openRoute((_request, response) => {
    begun.push(response.set(headers));
  });
  const all = [ask(), ask(), ask()];
  await expect.poll(countArrived).toBe(3);
  const finish = (response?: Response) =>
    response && sendComplete(response, { ...words, ...given, body: long });
  await finish(begun[0]);
  await expect.poll(() => begun.length).toBe(3);
  for (const response of begun.slice(1)) await finish(response);
  for (const each of await Promise.all(all)) expect(each.body.toString()).toBe(long);
  expect(cache.size).toBe(0);
});

test('only what a route sends complete is cached: complete, with its status, within the size of the cache', async () => {
  const cache = createPageCache(20_000);
  const { ask } = await openRoute((request, response) => {
    const headers = { 'x-path': request.path };
    const body = `${long}ä`;
    if (request.path === '/private') return void response.status(203).set(headers).end(body);
    return sendComplete(response, { ...words, status: 203, headers, body });
  }, cache);
  for (const path of ['/a', '/private', '/a', '/b', '/c', '/d', '/e', '/f']) {
    const { status, headers, body } = await ask(path);
    expect([status, headers['x-path'], body.length]).toEqual([203, path, 4_002]);
  }
  expect([...cache.keys()].some((key) => key.includes('private'))).toBe(false);
  expect([cache.size, cache.calculatedSize <= 20_000]).toEqual([3, true]);
});

test('a first client that reads nothing does not delay the others', async () => {
  const { ask, port, renders } = await openSite();
  const slow = new RawConnection(port);
  slow.socket.pause();
  slow.write(write({ target: '/about' }));
  await expect.poll(() => renders.get('about')).toBe(1);
  for (let count = 0; count < 5; count += 1) expect((await ask('/about')).status).toBe(200);
  slow.destroy();
  expect(renders.get('about')).toBe(1);
});

test('a removed or changed header changes the tag, because a 304 would keep the old header in every copy', async () => {
  const open = (indexing: boolean) => openSite({ indexing });
  const [site, closed, again] = [await open(true), await open(false), await open(false)];
  for (const path of ['/about', '/favicon.svg', '/feed.xml']) {
    const { headers } = await closed.ask(path);
    const condition = { 'if-none-match': headers.etag };
    expect([path, (await site.ask(path, condition)).status]).toEqual([path, 200]);
    expect([path, (await again.ask(path, condition)).status]).toEqual([path, 304]);
  }
});

test.each([
  ['a proxy of ours that says https', '1', 'https', true],
  ['a proxy of ours that says http', '1', 'http', false],
  ['nobody we trust, who says https', '0', 'https', false],
] as const)('HSTS and the id through %s', async (_name, setting, scheme, has) => {
  const trust = parseProxyTrust(setting) ?? trustNobody;
  const { ask } = await openSite({ trust });
  const value = 'max-age=31536000';
  const uncached = ['/About/', '/%zz', '/assets/missing.js', '/healthz'];
  const paths = ['/', '/unknown', '/favicon.svg', '/feed.xml'];
  for (const path of [...uncached, ...paths, ...paths]) {
    const { headers } = await ask(path, { 'x-forwarded-proto': scheme, 'x-request-id': 'chosen' });
    expect([path, headers['strict-transport-security']]).toEqual([path, has ? value : undefined]);
    expect([path, headers['x-request-id'] === 'chosen']).toEqual([path, has || scheme === 'http']);
    // The headers of one visitor's proxy are not cached for the next visitor.
    const other = await ask(path);
    expect([path, other.headers['strict-transport-security']]).toEqual([path, undefined]);
    expect(other.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect([path, other.headers.etag]).toEqual([path, headers.etag]);
  }
});
