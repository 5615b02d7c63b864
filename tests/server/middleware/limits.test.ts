import { expect, onTestFinished, test, vi } from 'vitest';
import { watchEventLoop } from '#server/middleware/shed-load.ts';
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
  vi.useFakeTimers({ toFake: ['Date'] });
  const { from, renders } = await openLimited();
  const ask = from('2001:db8::1');
  for (const view of ['/', '/about', '/terms', '/privacy', '/feed.xml']) {
    expect((await ask('GET', view)).status).toBe(200);
  }
  const limited = await ask('GET', '/blog');
  expect(limited.status).toBe(429);
  expect(limited.headers['retry-after']).toBe('10');
  expect(limited.headers['cache-control']).toBe('no-store');
  expect(limited.headers['content-security-policy']).toContain("default-src 'none'");
  expect(renders.has('blog')).toBe(false);
  expect((await ask('GET', '/feed.atom')).status).toBe(429);
  // The same household is counted together, another one for itself.
  expect((await from('2001:db8:0:ff::2')('GET', '/blog')).status).toBe(429);
  expect((await from('2001:db8:0:100::1')('GET', '/terms')).status).toBe(200);
  const startedAt = Date.now();
  for (const [time, status] of [
    [9_999, 429],
    [10_000, 200],
  ] as const) {
    vi.setSystemTime(startedAt + time);
    expect([time, (await ask('GET', '/blog')).status]).toEqual([time, status]);
  }
});

test('one /48 has five times as much, and the others are none the worse for it', async () => {
  const { from } = await openLimited();
  const statuses: number[] = [];
  for (let subnet = 0; subnet < 6; subnet += 1) {
    for (let time = 0; time < maxUncached; time += 1) {
      const { status } = await from(`2001:db8:7:${subnet}00::1`)('POST', '/newsletter');
      statuses.push(status);
    }
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(5 * maxUncached);
  expect(statuses.slice(5 * maxUncached)).toEqual(Array(maxUncached).fill(429));
  for (const other of ['2001:db8:8::1', '192.0.2.1', '192.0.2.2:1234']) {
    expect((await from(other)('POST', '/newsletter')).status).toBe(422);
  }
});

test('a process that is overloaded sends what is cached, and 503 for what is not', async () => {
  let isOverloaded = false;
  const { ask } = await openSite({ isOverloaded: () => isOverloaded });
  await ask('/about');
  isOverloaded = true;
  for (const path of ['/about', '/favicon.svg', '/healthz', '/About']) {
    expect([path, (await ask(path)).status < 400]).toEqual([path, true]);
  }
  for (const path of ['/blog', '/feed.xml', '/newsletter/confirm?token=a']) {
    const { status, headers } = await ask(path);
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '2']);
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('the event loop is late while something blocks it, and not afterwards', async () => {
  const isOverloaded = watchEventLoop();
  const block = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };
  const blocking = setInterval(() => block(900), 1);
  onTestFinished(() => clearInterval(blocking));
  await expect.poll(isOverloaded, { timeout: 15_000 }).toBe(true);
  clearInterval(blocking);
  await expect.poll(isOverloaded, { timeout: 15_000 }).toBe(false);
}, 40_000);

test('cached pages, files, redirects and health checks are not counted', async () => {
  const { from } = await openLimited();
  const ask = from('192.0.2.1');
  for (let round = 0; round < 4 * maxUncached; round += 1) {
    for (const [method, path, status] of [
      ['GET', '/about', 200],
      ['GET', `/unknown-${round}`, 404],
      ['GET', '/About', 308],
      ['GET', '/newsletter', 303],
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
