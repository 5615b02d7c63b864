import { once } from 'node:events';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { parseProxyTrust, trustNobody } from '#server/proxy/proxy-trust.ts';
import { findPageWithBrokenHome } from '../../helpers/every-response.ts';
import { RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { openSite } from '../../helpers/open-site.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';

test('a page is rendered once for all who ask for it while it is being rendered', async () => {
  const { findPage, finish } = makeSlowAbout();
  const { ask, countArrived, renders } = await openSite({ findPage });
  const responses = Array.from({ length: 20 }, () => ask('/about'));
  await expect.poll(countArrived).toBe(20);
  finish('slow words');
  for (const { status, body } of await Promise.all(responses)) {
    expect(status).toBe(200);
    expect(body.toString()).toMatch(/^<!DOCTYPE html>.*slow words.*<\/html>/s);
  }
  expect(renders.get('about')).toBe(1);
});

test('a page without an address is rendered once, whatever its method and its token', async () => {
  const newsletter = { ...closedNewsletter, state: 'open' } as const;
  const { ask, renders } = await openSite({ newsletter });
  for (let round = 0; round < 3; round += 1) {
    for (const [method, path] of [
      ['POST', '/about'],
      ['PUT', '/manifesto'],
      ['DELETE', '/newsletter'],
      ['GET', `/newsletter/confirm?token=${round}`],
      ['GET', `/newsletter/unsubscribe?token=${round}`],
      ['POST', '/newsletter'],
    ] as const) {
      const sent = { 'content-length': '0', 'sec-fetch-site': 'cross-site' };
      const { headers } = await ask(path, sent, method);
      expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
    }
  }
  expect(Object.fromEntries(renders)).toEqual({
    'method-not-allowed': 2, // once for each link of the header that is active
    'newsletter-link-expired': 1,
    'newsletter-link-unknown': 1,
    'newsletter-cross-site': 1,
  });
});

test('nothing is cached of a page whose first visitor has gone away, and nobody waits for ever', async () => {
  const { findPage, finish } = makeSlowAbout();
  const { ask, countArrived, port, renders } = await openSite({ findPage });
  const leader = get({ host: '127.0.0.1', port, path: '/about', agent: false });
  leader.on('error', () => {}); // our own doing
  const [response] = await once(leader, 'response');
  response.on('error', () => {});
  response.resume();
  const others = Array.from({ length: 5 }, () => ask('/about'));
  await expect.poll(countArrived).toBe(6);
  expect(renders.get('about')).toBe(1);
  leader.destroy();
  await expect.poll(() => renders.get('about')).toBe(2); // the first of those who waited
  finish('slow words');
  for (const { body } of [...(await Promise.all(others)), await ask('/about')]) {
    expect(body.toString()).toMatch(/slow words.*<\/html>/s);
  }
  expect(renders.get('about')).toBe(2);
});

test('nothing is cached of a page that fails before its first byte, or in its middle', async () => {
  const [broken, whole] = [makeSlowAbout(), makeSlowAbout()];
  let find: typeof whole.findPage = () => findPageWithBrokenHome('home');
  const { ask } = await openSite({ findPage: (id) => find(id) });
  expect((await ask('/about')).status).toBe(500);
  find = broken.findPage;
  const first = ask('/about');
  broken.fail(new Error('The slow part has failed'));
  expect((await first).status).toBe(200);
  find = whole.findPage;
  whole.finish('whole words');
  expect((await ask('/about')).body.toString()).toContain('whole words');
});

test('a first visitor who reads nothing does not hold up the others', async () => {
  const { ask, port, renders } = await openSite();
  const slow = new RawConnection(port);
  slow.socket.pause();
  slow.write(write({ target: '/about' }));
  await expect.poll(() => renders.get('about')).toBe(1);
  for (let count = 0; count < 5; count += 1) expect((await ask('/about')).status).toBe(200);
  slow.destroy();
  expect(renders.get('about')).toBe(1);
});

test('If-None-Match may have the tag, weak or not, alone or in a list, or a star', async () => {
  const site = await openSite();
  const ask = (condition: string) =>
    site.ask('/about', { 'accept-encoding': 'gzip', 'if-none-match': condition });
  // Its last bytes: the tag is not weak any more.
  await expect.poll(async () => (await ask('')).headers.etag).toMatch(/^"/);
  const page = await ask('');
  const { etag = '' } = page.headers;
  const matching = [etag, `W/${etag}`, `"a", W/"b",${etag} , "c"`, '*'];
  const others = ['"another"', etag.slice(1, -1), `${etag.slice(0, -2)}"`];
  for (const condition of [...matching, ...others]) {
    const { status, headers, body } = await ask(condition);
    const [expected, hasBody] = matching.includes(condition) ? [304, false] : [200, true];
    expect([condition, status, body.length > 0]).toEqual([condition, expected, hasBody]);
    for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy']) {
      expect([name, headers[name]]).toEqual([name, page.headers[name]]);
    }
    if (status === 304) expect(headers).not.toHaveProperty('content-length');
  }
});

test('without the cache every response is rendered, and its tag still saves the bytes', async () => {
  const { ask, renders } = await openSite({}, { cachesPages: false });
  const { etag = '' } = (await ask('/about')).headers;
  for (let count = 0; count < 2; count += 1) {
    expect((await ask('/about', { 'if-none-match': etag })).status).toBe(304);
  }
  expect(renders.get('about')).toBe(3);
});

test.each([
  ['a proxy of ours that says https', '1', 'https', true],
  ['a proxy of ours that says http', '1', 'http', false],
  ['nobody we trust, who says https', '0', 'https', false],
  ['a proxy of ours by its address', 'loopback', 'https', true],
  ['a proxy at another address', '10.0.0.0/8', 'https', false],
] as const)('HSTS and the id through %s', async (_name, setting, scheme, has) => {
  const trust = parseProxyTrust(setting) ?? trustNobody;
  const includeSubDomains = setting === 'loopback';
  const { ask } = await openSite({ trust, includeSubDomains }, { includeSubDomains });
  const value = `max-age=31536000${includeSubDomains ? '; includeSubDomains' : ''}`;
  const fromApp = ['/About/', '/%zz', '/assets/missing.js', '/healthz'];
  const paths = ['/', '/unknown', '/favicon.svg', '/feed.xml'];
  for (const path of [...fromApp, ...paths, ...paths]) {
    const sent = { 'x-forwarded-proto': scheme, 'x-request-id': 'chosen' };
    const { headers } = await ask(path, sent);
    expect([path, headers['strict-transport-security']]).toEqual([path, has ? value : undefined]);
    expect([path, headers['x-request-id'] === 'chosen']).toEqual([path, has || scheme === 'http']);
    // The headers of one visitor's proxy are not cached for the next visitor.
    const other = await ask(path);
    expect([path, other.headers['strict-transport-security']]).toEqual([path, undefined]);
    expect(other.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  }
});
