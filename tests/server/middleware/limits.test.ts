import { expect, test, vi } from 'vitest';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { openSite, trustLoopback } from '../../helpers/site/open-site.ts';

const maxUncached = 5;

async function openLimited() {
  vi.useFakeTimers({ toFake: ['Date'] }); // On a busy machine the window would pass during a test.
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

test('a subnet with too many rendered pages in 10 seconds gets a 429 that says when to try again', async () => {
  const { from, renders } = await openLimited();
  const ask = from('2001:db8::1');
  for (const view of ['/', '/about', '/terms', '/privacy', '/feed.xml']) {
    expect((await ask('GET', view)).status).toBe(200);
  }
  const { status, headers } = await ask('GET', '/blog');
  expect(status).toBe(429);
  expect(headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(renders.has('blog')).toBe(false);
  expect((await ask('GET', '/events.ics')).status).toBe(429);
  // The addresses of one household are counted together, those of another household separately.
  expect((await from('2001:db8:0:ff::2')('GET', '/blog')).status).toBe(429);
  expect((await from('2001:db8:0:100::1')('GET', '/terms')).status).toBe(200);
  vi.advanceTimersByTime(9_999);
  expect((await ask('GET', '/blog')).status).toBe(429);
  vi.advanceTimersByTime(1);
  expect((await ask('GET', '/blog')).status).toBe(200);
});

test('the limit of a /48 is five times as high; a form above a limit does not reach the database; other networks are not affected', async () => {
  const { from, subscribe } = await openLimited();
  for (let number = 0; number < 6 * maxUncached; number += 1) {
    const subnet = Math.floor(number / maxUncached);
    const { status } = await from(`2001:db8:7:${subnet}00::1`)('POST', '/newsletter');
    expect([subnet, status]).toEqual([subnet, subnet < 5 ? 422 : 429]);
  }
  expect(subscribe).toHaveBeenCalledTimes(5 * maxUncached);
  const addresses = Array.from({ length: 6 * maxUncached }, (_, number) => `192.0.2.${number}`);
  for (const other of ['2001:db8:8::1', ...addresses, '192.0.2.2:1234']) {
    expect((await from(other)('POST', '/newsletter')).status).toBe(422);
  }
});

test('cached pages, files, redirects and health checks are not counted', async () => {
  const { from } = await openLimited();
  const ask = from('192.0.2.1');
  for (let round = 0; round < 4 * maxUncached; round += 1) {
    for (const [path, status] of Object.entries({
      ...{ '/about': 200, [`/unknown-${round}`]: 404, '/About': 308, '/newsletter': 303 },
      ...{ '/favicon.svg': 200, '/robots.txt': 200, '/healthz': 200, '/readyz': 200 },
    })) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, status]);
    }
  }
});
