import { get, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { parseProxyTrust, trustNobody } from '#server/proxy/proxy-trust.ts';
import { ask, askPort } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { countRenders } from '../../helpers/count-renders.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';
import { trustLoopback } from '../../helpers/trust-loopback.ts';
import { serve } from '../../helpers/until-test-ends.ts';

/** Counts the requests that have reached a listener. */
function countArrivals(listener: RequestListener) {
  let arrived = 0;
  const counting: RequestListener = (request, response) => {
    arrived += 1;
    listener(request, response);
  };
  return { listener: counting, countArrived: () => arrived };
}

describe('a page is rendered once', () => {
  test('for all who ask for it while it is being rendered', async () => {
    const { findPage: findSlow, finish } = makeSlowAbout();
    const { renders, findPage } = countRenders(findSlow);
    const { listener, countArrived } = countArrivals(makeCachedSite({ findPage }).listener);
    const port = await serve(listener);
    const responses = Array.from({ length: 20 }, () => askPort(port, { path: '/about' }));
    await expect.poll(countArrived, { timeout: 10_000 }).toBe(20);
    finish('slow words');
    for (const { status, body } of await Promise.all(responses)) {
      expect(status).toBe(200);
      expect(body.toString()).toMatch(/^<!DOCTYPE html>.*slow words.*<\/html>/s);
    }
    expect(renders.get('about')).toBe(1);
  });

  test('for all unknown paths together, and once for each link that is active on them', async () => {
    const { renders, findPage } = countRenders();
    const port = await serve(makeCachedSite({ findPage }).listener);
    for (const path of ['/a', '/b?c', '/blog/a', '/blog/b/c', '/d']) {
      const { status, headers, body } = await askPort(port, { path });
      expect([status, headers.etag]).toEqual([404, undefined]);
      expect(body.includes('aria-current="page"')).toBe(path.startsWith('/blog'));
    }
    expect(Object.fromEntries(renders)).toEqual({ 'not-found': 2 });
  });
});

test('a page without an address is rendered once, whatever its method and its token', async () => {
  const { renders, findPage } = countRenders();
  const newsletter = { ...closedNewsletter, state: 'open' } as const;
  const port = await serve(makeCachedSite({ findPage, newsletter }).listener);
  for (let round = 0; round < 3; round += 1) {
    for (const [method, path] of [
      ['POST', '/about'],
      ['PUT', '/manifesto'],
      ['DELETE', '/newsletter'],
      ['GET', `/newsletter/confirm?token=${round}`],
      ['GET', `/newsletter/unsubscribe?token=${round}`],
      ['POST', '/newsletter'],
    ] as const) {
      const headers = { 'content-length': '0', 'sec-fetch-site': 'cross-site' };
      const response = await askPort(port, { method, path, headers });
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers.etag).toBeUndefined();
    }
  }
  expect(Object.fromEntries(renders)).toEqual({
    'method-not-allowed': 2, // once for each link of the header that is active
    'newsletter-link-expired': 1,
    'newsletter-link-unknown': 1,
    'newsletter-cross-site': 1,
  });
});

describe('nothing is cached of a page', () => {
  test('whose first visitor has gone away, and nobody waits for ever', async () => {
    const { findPage: findSlow, finish } = makeSlowAbout();
    const { renders, findPage } = countRenders(findSlow);
    const { listener, countArrived } = countArrivals(makeCachedSite({ findPage }).listener);
    const port = await serve(listener);
    const leader = get({ host: '127.0.0.1', port, path: '/about', agent: false });
    leader.on('error', () => {}); // our own doing
    const response = await new Promise<NodeJS.ReadableStream>((resolve) =>
      leader.on('response', resolve),
    );
    response.on('error', () => {});
    response.resume();
    const others = Array.from({ length: 5 }, () => askPort(port, { path: '/about' }));
    await expect.poll(countArrived, { timeout: 10_000 }).toBe(6);
    expect(renders.get('about')).toBe(1);
    leader.destroy();
    await expect.poll(() => renders.get('about'), { timeout: 10_000 }).toBe(2); // the first of those who waited
    finish('slow words');
    for (const { body } of await Promise.all(others)) {
      expect(body.toString()).toContain('slow words');
      expect(body.toString()).toMatch(/<\/html>/);
    }
    expect((await askPort(port, { path: '/about' })).body.toString()).toContain('slow words');
    expect(renders.get('about')).toBe(2);
  });

  test('that fails before its first byte, or in its middle', async () => {
    const [broken, whole] = [makeSlowAbout(), makeSlowAbout()];
    let find: typeof whole.findPage = () => ({ Page: BrokenPage });
    const port = await serve(makeCachedSite({ findPage: (id) => find(id) }).listener);
    const ask = () => askPort(port, { path: '/about' });
    expect((await ask()).status).toBe(500);
    find = broken.findPage;
    const first = ask();
    broken.fail(new Error('The slow part has failed'));
    expect((await first).status).toBe(200);
    find = whole.findPage;
    whole.finish('whole words');
    expect((await ask()).body.toString()).toContain('whole words');
  });
});

function BrokenPage(): never {
  throw new Error('A component has failed on purpose');
}

test('a first visitor who reads nothing does not hold up the others', async () => {
  const { renders, findPage } = countRenders();
  const port = await serve(makeCachedSite({ findPage }).listener);
  const slow = connect(port, '127.0.0.1');
  slow.pause();
  slow.on('error', () => {});
  slow.write(write({ target: '/about', headers: [host] }));
  await expect.poll(() => renders.get('about')).toBe(1);
  for (let count = 0; count < 5; count += 1) {
    expect((await askPort(port, { path: '/about' })).status).toBe(200);
  }
  slow.destroy();
  expect(renders.get('about')).toBe(1);
});

test('If-None-Match may have the tag, weak or not, alone or in a list, or a star', async () => {
  const port = await serve(makeCachedSite().listener);
  const ask = (condition: string) => {
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': condition };
    return askPort(port, { path: '/about', headers });
  };
  // Its last bytes: the tag is not weak any more.
  await expect.poll(async () => (await ask('')).headers.etag).toMatch(/^"/);
  const page = await ask('');
  const { etag = '' } = page.headers;
  for (const [condition, status] of [
    ...[etag, `W/${etag}`, `"a", W/"b",${etag} , "c"`, '*'].map((each) => [each, 304] as const),
    ...['"another"', etag.slice(1, -1), `${etag.slice(0, -2)}"`].map(
      (each) => [each, 200] as const,
    ),
  ]) {
    const { status: given, headers, body } = await ask(condition);
    expect([condition, given, body.length > 0]).toEqual([condition, status, status === 200]);
    for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy']) {
      expect([name, headers[name]]).toEqual([name, page.headers[name]]);
    }
    if (status === 304) expect(headers).not.toHaveProperty('content-length');
  }
});

test('without the cache every response is rendered, and its tag still saves the bytes', async () => {
  const { renders, findPage } = countRenders();
  const { listener } = makeCachedSite({ findPage }, { cachesPages: false });
  const port = await serve(listener);
  const { etag = '' } = (await askPort(port, { path: '/about' })).headers;
  for (let count = 0; count < 2; count += 1) {
    const headers = { 'if-none-match': etag };
    expect((await askPort(port, { path: '/about', headers })).status).toBe(304);
  }
  expect(renders.get('about')).toBe(3);
});

test.each([
  ['a proxy of ours that says https', '1', 'https', true],
  ['a proxy of ours that says http', '1', 'http', false],
  ['nobody we trust, who says https', '0', 'https', false],
  ['a proxy of ours by its address', 'loopback', 'https', true],
  ['a proxy at another address', '10.0.0.0/8', 'https', false],
] as const)(
  'HSTS and the id through %s, from the cache or not',
  async (_name, setting, scheme, has) => {
    const trust = parseProxyTrust(setting) ?? trustNobody;
    const includeSubDomains = setting === 'loopback';
    const given = { trust, includeSubDomains };
    const port = await serve(makeCachedSite(given, { includeSubDomains }).listener);
    const value = `max-age=31536000${includeSubDomains ? '; includeSubDomains' : ''}`;
    const fromApp = ['/About/', '/%zz', '/assets/missing.js', '/healthz'];
    const paths = ['/', '/unknown', '/favicon.svg', '/feed.xml'];
    for (const path of [...fromApp, ...paths, ...paths]) {
      const headers = { 'x-forwarded-proto': scheme, 'x-request-id': 'chosen' };
      const response = await askPort(port, { path, headers });
      const hsts = response.headers['strict-transport-security'];
      expect([path, hsts]).toEqual([path, has ? value : undefined]);
      const isNamed = response.headers['x-request-id'] === 'chosen';
      expect([path, isNamed]).toEqual([path, has || scheme === 'http']);
      // The headers of one visitor's proxy are not cached for the next visitor.
      const other = await askPort(port, { path });
      expect([path, other.headers['strict-transport-security']]).toEqual([path, undefined]);
      expect(other.headers['x-request-id']).not.toBe('chosen');
    }
  },
);

test.each(['', 'two words', '<script>', 'x'.repeat(129)])(
  'the id “%s” is not well-formed, even from a proxy of ours: the request has one of our own',
  async (id) => {
    const headers = { 'x-request-id': id };
    const { listener } = makeCachedSite({ trust: trustLoopback });
    const response = await ask(listener, { path: '/healthz', headers });
    expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  },
);
