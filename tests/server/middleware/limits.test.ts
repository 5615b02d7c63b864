import express, { type NextFunction } from 'express';
import { expect, test, vi } from 'vitest';
import { getPageModule as getOwnPageModule } from '#client/pages.ts';
import { limitNetworks } from '#server/middleware/limit-networks.ts';
import { noShedding, watchEventLoop } from '#server/middleware/shed-load.ts';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import type { PageId } from '#shared/routes.ts';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { makeCachedSite, openSite, trustLoopback } from '../../helpers/site/open-site.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { serve, startServer } from '../../helpers/until-test-ends.ts';

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

test('a subnet with too many rendered pages in 10 seconds gets a 429 that says when to try again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
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
  expect((await ask('GET', '/feed.atom')).status).toBe(429);
  // The addresses of one household are counted together, those of another household separately.
  expect((await from('2001:db8:0:ff::2')('GET', '/blog')).status).toBe(429);
  expect((await from('2001:db8:0:100::1')('GET', '/terms')).status).toBe(200);
  vi.advanceTimersByTime(9_999);
  expect((await ask('GET', '/blog')).status).toBe(429);
  vi.advanceTimersByTime(1);
  expect((await ask('GET', '/blog')).status).toBe(200);
});

test('requests that start in one turn of the event loop are limited like requests one after the other', async () => {
  const waiting: NextFunction[] = [];
  const app = express().use((_request, _response, next) => {
    waiting.push(next);
    if (waiting.length === 9) for (const each of waiting) each();
  });
  app.use(...limitNetworks({ window: 10_000, max: maxUncached }));
  app.use((_request, response) => void response.end());
  const port = await serve(app);
  const all = await Promise.all(Array.from({ length: 9 }, () => askPort(port, { path: '/' })));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(maxUncached);
});

test('the limit of a /48 is five times as high, and other networks are not affected', async () => {
  const { from } = await openLimited();
  for (let number = 0; number < 6 * maxUncached; number += 1) {
    const subnet = Math.floor(number / maxUncached);
    const { status } = await from(`2001:db8:7:${subnet}00::1`)('POST', '/newsletter');
    expect([subnet, status]).toEqual([subnet, subnet < 5 ? 422 : 429]);
  }
  const addresses = Array.from({ length: 6 * maxUncached }, (_, number) => `192.0.2.${number}`);
  for (const other of ['2001:db8:8::1', ...addresses, '192.0.2.2:1234']) {
    expect((await from(other)('POST', '/newsletter')).status).toBe(422);
  }
});

test('an overloaded process sends cached responses, and 503 instead of others', async () => {
  let isOverloaded = false;
  const { ask } = await openSite({ isOverloaded: () => isOverloaded });
  await ask('/about');
  isOverloaded = true;
  for (const path of ['/about', '/favicon.svg', '/healthz', '/About']) {
    expect([path, (await ask(path)).status < 400]).toEqual([path, true]);
  }
  for (const path of ['/blog', '/feed.xml', '/newsletter/confirm?token=a']) {
    const headers = { 'retry-after': '2', 'cache-control': 'no-store' };
    expect({ path, ...(await ask(path)) }).toMatchObject({ path, status: 503, headers });
  }
});

test('two delayed checks in a row are overload, a single one is only a pause', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const isOverloaded = watchEventLoop();
  /** The next check is delayed by this many milliseconds. */
  const look = (late: number) => {
    now += 100 + late;
    vi.advanceTimersByTime(100);
    return isOverloaded();
  };
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  expect([0, 0, 5_000, 0, 0].map(look)).toEqual([false, false, false, false, false]);
  expect([400, 400, 400, 200].map(look)).toEqual([false, true, true, false]);
  expect([400, 200, 400, 0].map(look)).toEqual([false, false, false, false]);
});

test('three visitors with thirty pages each get all of them from a process that has just started', async () => {
  let now = 0;
  let due = 100;
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const isOverloaded = watchEventLoop();
  /** Time passes only while pages are rendered: as slowly as in code that is not compiled yet, in milliseconds. */
  const getPageModule = (id: PageId) => {
    const module = getOwnPageModule(id);
    return {
      ...module,
      get Page() {
        now += 15;
        return module.Page;
      },
    };
  };
  const { app } = makeCachedSite({ cache: undefined, getPageModule, isOverloaded });
  const { open } = await openHttpServer({}, app);
  const statuses = new Set<number>();
  const visit = async () => {
    const connection = open();
    const paths = ['/about', '/terms', '/blog', '/privacy', '/events'];
    for (const target of paths) statuses.add((await connection.ask({ target })).status);
  };
  let isOver = false;
  const turn = () => {
    if (now >= due) {
      vi.advanceTimersByTime(100);
      due = now + 100;
    }
    if (!isOver) setImmediate(turn);
  };
  turn();
  await Promise.all(Array.from({ length: 18 }, visit)); // A browser opens six connections.
  isOver = true;
  expect([...statuses]).toEqual([200]);
});

const block = `setInterval(() => {
  const end = performance.now() + 500;
  while (performance.now() < end);
}, 1)`;

/** Starts the built server with a blocked event loop. @returns requests a page that is never cached */
async function openBlocked(flags: readonly string[]) {
  const blocked = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(block)}` };
  const server = await startServer({ ...blocked, PORT: '0' }, undefined, flags);
  const port = await readPort(server);
  return async () => (await askPort(port, { path: '/%zz' })).status;
}

test('the built server rejects uncached requests while its event loop is blocked', async () => {
  const ask = await openBlocked([]);
  await expect.poll(ask).toBe(503);
});

test('with --no-shedding the built server rejects nothing', async () => {
  const ask = await openBlocked([noShedding]);
  expect([await ask(), await ask(), await ask()]).toEqual([400, 400, 400]);
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

test('a form is counted once, and a form above the limit does not reach the database', async () => {
  const { from, renders, subscribe } = await openLimited();
  const ask = from('192.0.2.1');
  for (let round = 0; round < 2 * maxUncached; round += 1) {
    const { status } = await ask('POST', '/newsletter');
    expect([round, status]).toEqual([round, round < maxUncached ? 422 : 429]);
  }
  expect(subscribe).toHaveBeenCalledTimes(maxUncached);
  expect(renders.get('newsletter-invalid')).toBe(maxUncached);
});
