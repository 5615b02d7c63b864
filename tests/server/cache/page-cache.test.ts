import { get, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { findLoadedPage } from '#client/pages.ts';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { parseProxyTrust, trustNobody } from '#server/proxy/proxy-trust.ts';
import type { PageId } from '#shared/routes.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { countRenders } from '../../helpers/count-renders.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

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
  test('for all who ask for it, one after the other', async () => {
    const { renders, findPage } = countRenders();
    await withServer(makeCachedSite({ findPage }).listener, async (port) => {
      for (const path of ['/about', '/about?utm_source=x', '/about', '/about?', '/about?a=1&b=2']) {
        expect((await askPort(port, { path })).status).toBe(200);
      }
    });
    expect(Object.fromEntries(renders)).toEqual({ about: 1 });
  });

  test('for all who ask for it while it is being rendered', async () => {
    const { findPage: findSlow, finish } = makeSlowAbout();
    const { renders, findPage } = countRenders(findSlow);
    const { listener, countArrived } = countArrivals(makeCachedSite({ findPage }).listener);
    await withServer(listener, async (port) => {
      const responses = Array.from({ length: 20 }, () => askPort(port, { path: '/about' }));
      await expect.poll(countArrived, { timeout: 10_000 }).toBe(20);
      finish('slow words');
      for (const { status, body } of await Promise.all(responses)) {
        expect([status, body.includes('slow words')]).toEqual([200, true]);
      }
    });
    expect(renders.get('about')).toBe(1);
  });

  test('for all unknown paths together, and once for each link that is active on them', async () => {
    const { renders, findPage } = countRenders();
    await withServer(makeCachedSite({ findPage }).listener, async (port) => {
      for (const path of ['/a', '/b?c', '/blog/a', '/blog/b/c', '/d']) {
        const { status, body } = await askPort(port, { path });
        expect(status).toBe(404);
        expect(body.includes('aria-current="page"')).toBe(path.startsWith('/blog'));
      }
    });
    expect(Object.fromEntries(renders)).toEqual({ 'not-found': 2 });
  });
});

test('a page without an address is rendered once, whatever its method and its token', async () => {
  const { renders, findPage } = countRenders();
  const newsletter = { ...closedNewsletter, state: 'open' } as const;
  await withServer(makeCachedSite({ findPage, newsletter }).listener, async (port) => {
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
  });
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
    await withServer(listener, async (port) => {
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
    });
    expect(renders.get('about')).toBe(2);
  });

  test('that fails before its first byte', async () => {
    let isBroken = true;
    const findPage = (id: PageId) =>
      id === 'about' && isBroken ? { Page: BrokenPage } : findLoadedPage(id);
    await withServer(makeCachedSite({ findPage }).listener, async (port) => {
      expect((await askPort(port, { path: '/about' })).status).toBe(500);
      isBroken = false;
      const { status, body } = await askPort(port, { path: '/about' });
      expect(status).toBe(200);
      expect(body.toString()).not.toContain('Unexpected Application Error');
    });
  });

  test('that fails in its middle', async () => {
    const broken = makeSlowAbout();
    const whole = makeSlowAbout();
    let find = broken.findPage;
    const findPage = (id: PageId) => find(id);
    await withServer(makeCachedSite({ findPage }).listener, async (port) => {
      const first = askPort(port, { path: '/about' });
      broken.fail(new Error('The slow part has failed'));
      expect((await first).status).toBe(200);
      find = whole.findPage;
      whole.finish('whole words');
      expect((await askPort(port, { path: '/about' })).body.toString()).toContain('whole words');
    });
  });
});

function BrokenPage(): never {
  throw new Error('A component has failed on purpose');
}

test('a first visitor who reads nothing does not hold up the others', async () => {
  const { renders, findPage } = countRenders();
  await withServer(makeCachedSite({ findPage }).listener, async (port) => {
    const slow = connect(port, '127.0.0.1');
    slow.pause();
    slow.on('error', () => {});
    slow.write(write({ target: '/about', headers: [host] }));
    await expect.poll(() => renders.get('about')).toBe(1);
    for (let count = 0; count < 5; count += 1) {
      expect((await askPort(port, { path: '/about' })).status).toBe(200);
    }
    slow.destroy();
  });
  expect(renders.get('about')).toBe(1);
});

describe('If-None-Match', () => {
  const path = '/about';
  const ask = (port: number, condition: string, encoding = 'gzip') =>
    askPort(port, { path, headers: { 'accept-encoding': encoding, 'if-none-match': condition } });

  test.each([
    ['the tag', (tag: string) => tag, 304],
    ['the tag, weak', (tag: string) => `W/${tag}`, 304],
    ['a list with the tag', (tag: string) => `"a", W/"b",${tag} , "c"`, 304],
    ['a star', () => '*', 304],
    ['another tag', () => '"another"', 200],
    ['the tag without its quotes', (tag: string) => tag.slice(1, -1), 200],
    ['a part of the tag', (tag: string) => `${tag.slice(0, -2)}"`, 200],
    ['nothing', () => '', 200],
  ] as const)('with %s', async (_name, makeCondition, status) => {
    await withServer(makeCachedSite().listener, async (port) => {
      await ask(port, '');
      await ask(port, '');
      const page = await ask(port, '');
      const response = await ask(port, makeCondition(page.headers.etag ?? ''));
      expect([response.status, response.body.length > 0]).toEqual([status, status === 200]);
      for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy']) {
        expect([name, response.headers[name]]).toEqual([name, page.headers[name]]);
      }
      if (status === 304) expect(response.headers).not.toHaveProperty('content-length');
    });
  });

  test('with the ETag of another encoding', async () => {
    await withServer(makeCachedSite().listener, async (port) => {
      await ask(port, '');
      const { etag = '' } = (await ask(port, '', 'identity')).headers;
      expect((await ask(port, etag, 'identity')).status).toBe(304);
      expect((await ask(port, etag, 'br')).status).toBe(200);
    });
  });

  test('of an unknown page is no reason for a 304', async () => {
    await withServer(makeCachedSite().listener, async (port) => {
      for (let round = 0; round < 3; round += 1) {
        const headers = { 'if-none-match': '*' };
        expect((await askPort(port, { path: '/unknown', headers })).status).toBe(404);
      }
    });
  });
});

test('without the cache every response is rendered, and its tag still saves the bytes', async () => {
  const { renders, findPage } = countRenders();
  const { listener } = makeCachedSite({ findPage }, { cachesPages: false });
  await withServer(listener, async (port) => {
    const { etag = '' } = (await askPort(port, { path: '/about' })).headers;
    for (let count = 0; count < 2; count += 1) {
      const headers = { 'if-none-match': etag };
      expect((await askPort(port, { path: '/about', headers })).status).toBe(304);
    }
  });
  expect(renders.get('about')).toBe(3);
});

test('a request is named by a proxy of ours and by nobody else, from the cache or not', async () => {
  const headers = { 'x-request-id': 'chosen' };
  for (const [trust, isKept] of [[trustLoopback, true] as const, [trustNobody, false] as const]) {
    await withServer(makeCachedSite({ trust }).listener, async (port) => {
      for (const path of ['/about', '/about', '/unknown', '/unknown', '/favicon.svg']) {
        const response = await askPort(port, { path, headers });
        expect([path, response.headers['x-request-id'] === 'chosen']).toEqual([path, isKept]);
      }
    });
  }
});

describe('HSTS', () => {
  const secure = { 'x-forwarded-proto': 'https' };
  test.each([
    [false, 'max-age=31536000'],
    [true, 'max-age=31536000; includeSubDomains'],
  ])(
    'is for the hosts below this one where that is switched on: %s',
    async (includeSubDomains, value) => {
      const given = { trust: trustLoopback, includeSubDomains };
      await withServer(makeCachedSite(given, { includeSubDomains }).listener, async (port) => {
        for (const path of ['/about', '/about', '/unknown', '/healthz', '/favicon.svg']) {
          const { headers } = await askPort(port, { path, headers: secure });
          expect([path, headers['strict-transport-security']]).toEqual([path, value]);
        }
      });
    },
  );

  test.each([
    ['a proxy of ours that says https', '1', secure, true],
    ['a proxy of ours that says http', '1', { 'x-forwarded-proto': 'http' }, false],
    ['nobody we trust, who says https', '0', secure, false],
    ['a proxy of ours by its address', 'loopback', secure, true],
    ['a proxy at another address', '10.0.0.0/8', secure, false],
    ['a proxy of ours that says nothing', '1', {}, false],
  ] as const)('through %s, from the cache or not', async (_name, setting, headers, isExpected) => {
    const trust = parseProxyTrust(setting) ?? trustNobody;
    await withServer(makeCachedSite({ trust }).listener, async (port) => {
      for (const path of ['/', '/', '/unknown', '/unknown', '/favicon.svg', '/feed.xml']) {
        const response = await askPort(port, { path, headers });
        const has = response.headers['strict-transport-security'] !== undefined;
        expect([path, has]).toEqual([path, isExpected]);
        // The headers of one visitor's proxy are not cached for the next visitor.
        const other = await askPort(port, { path });
        expect([path, other.headers['strict-transport-security']]).toEqual([path, undefined]);
      }
    });
  });
});
