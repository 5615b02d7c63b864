import { expect, test, vi } from 'vitest';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { openSite, trustLoopback } from '../../helpers/open-site.ts';

const maxUncached = 5;

async function openLimited() {
  const subscribe = vi.fn(async () => ({ kind: 'invalid' }) as const);
  const newsletter = { ...closedNewsletter, state: 'open', subscribe } as const;
  const { ask, renders } = await openSite({ newsletter, trust: trustLoopback, maxUncached });
  return {
    renders,
    subscribe,
    /** The response to a visitor with this address. */
    from: (visitor: string) => (method: string, path: string) =>
      ask(path, { 'content-length': '0', 'x-forwarded-for': visitor }, method),
  };
}

test('one subnet renders only so much in 10 seconds: 429 that says when to try again', async () => {
  const { from, renders } = await openLimited();
  const ask = from('2001:db8::1');
  for (const view of ['/', '/about', '/terms', '/privacy', '/feed.xml']) {
    expect((await ask('GET', view)).status).toBe(200);
  }
  const limited = await ask('GET', '/blog');
  expect(limited.status).toBe(429);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(10);
  expect(limited.headers['cache-control']).toBe('no-store');
  expect(limited.headers['content-security-policy']).toContain("default-src 'none'");
  expect(renders.has('blog')).toBe(false);
  expect((await ask('GET', '/feed.atom')).status).toBe(429);
  // The same household is counted together, another one for itself.
  expect((await from('2001:db8:0:ff::2')('GET', '/blog')).status).toBe(429);
  expect((await from('2001:db8:0:100::1')('GET', '/blog')).status).toBe(200);
});

test('cached pages, files and health checks are not counted', async () => {
  const { from } = await openLimited();
  const ask = from('192.0.2.1');
  for (let round = 0; round < 4 * maxUncached; round += 1) {
    for (const [method, path, status] of [
      ['GET', '/about', 200],
      ['GET', `/unknown-${round}`, 404],
      ['GET', '/About', 308],
      ['GET', '/favicon.svg', 200],
      ['GET', '/robots.txt', 200],
      ['GET', '/healthz', 200],
      ['GET', '/readyz', 200],
    ] as const) {
      expect([path, (await ask(method, path)).status]).toEqual([path, status]);
    }
  }
});

test('a form is counted once, and one too many does not reach the database', async () => {
  const { from, renders, subscribe } = await openLimited();
  const ask = from('192.0.2.1');
  const statuses: number[] = [];
  for (let round = 0; round < 2 * maxUncached; round += 1) {
    statuses.push((await ask('POST', '/newsletter')).status);
  }
  const accepted = Array.from({ length: maxUncached }, () => 422);
  expect(statuses).toEqual([...accepted, ...accepted.map(() => 429)]);
  expect(subscribe).toHaveBeenCalledTimes(maxUncached);
  expect(renders.get('newsletter-invalid')).toBe(maxUncached);
});
