import request from 'supertest';
import { expect, test } from 'vitest';
import type { AppDependencies } from '#server/app.ts';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { makeLogger } from '../../helpers/make-logger.ts';
import { makeMetrics } from '../../helpers/make-metrics.ts';
import { openSite, trustLoopback } from '../../helpers/open-site.ts';

/** A site with a page cache and metrics, as `server/index.ts` puts them together. */
async function openMetered(given: Partial<AppDependencies> = {}) {
  const log = makeLogger();
  const metrics = makeMetrics();
  const parts = { logger: log.logger, trust: trustLoopback };
  const all = { ...given, ...parts, metrics: metrics.recorder };
  const { cache, port } = await openSite(all);
  metrics.watchCache(cache);
  return { log, site: request(`http://127.0.0.1:${port}`), read: metrics.read };
}

/** The site's own: the collector of garbage comes and goes in its own time. */
const listSeries = (samples: ReadonlyMap<string, number>) =>
  [...samples.keys()].filter((series) => !/^(nodejs|process)_/.test(series));

const duration = (labels: string) => `http_request_duration_seconds_count{${labels}}`;

test('responses are counted by route and class of status, those from the cache too', async () => {
  const { site, read, log } = await openMetered();
  for (let time = 0; time < 4; time += 1) await site.get('/about');
  await site.get('/no-such-page');
  await site.get('/About');
  for (let time = 0; time < 2; time += 1) await site.get('/favicon.svg');
  await expect.poll(() => log.lines.length).toBe(8);
  const samples = await read();
  expect(samples.get(duration('route="about",status="2xx"'))).toBe(4);
  expect(samples.get(duration('route="not-found",status="4xx"'))).toBe(1);
  expect(samples.get(duration('route="redirect",status="3xx"'))).toBe(1);
  expect(samples.get(duration('route="file",status="2xx"'))).toBe(2);
  expect(samples.get('page_cache_requests_total{use="hit"}')).toBe(3);
  expect(samples.get('page_cache_requests_total{use="miss"}')).toBe(2);
  expect(samples.get('page_cache_requests_total{use="none"}')).toBe(3);
  expect(samples.get('page_cache_responses')).toBe(2);
  expect(samples.get('page_cache_bytes')).toBeGreaterThan(4_000);
  expect(samples.get('page_render_duration_seconds_count{page="about"}')).toBe(1);
  expect(samples.get('page_render_duration_seconds_sum{page="about"}')).toBeGreaterThan(0);
  const bytes = samples.get('http_response_bytes_total{route="about",status="2xx"}');
  expect(bytes).toBeGreaterThan(4 * 3_000);
  // The log and the metrics record the same responses.
  expect(log.lines.filter(({ cache }) => cache === 'hit')).toHaveLength(3);
});

test('strangers cannot make a series', async () => {
  const { site, read, log } = await openMetered();
  await site.get('/warm');
  await expect.poll(() => log.lines.length).toBe(1);
  const before = listSeries(await read());
  for (let time = 0; time < 30; time += 1) {
    await site.get(`/no-such-${time}?${time}=asha@example.org`).set('x-request-id', `id-${time}`);
  }
  await expect.poll(() => log.lines.length).toBe(31);
  expect(listSeries(await read())).toEqual(before);
  expect(listSeries(await read()).join('\n')).not.toMatch(/asha|no-such|warm/);
});

const open = { ...closedNewsletter, state: 'open' } as const;
const limited = { kind: 'limited', retryAfterSeconds: 60 } as const;

test('subscriptions are counted by their outcome, before the newsletter too', async () => {
  const kinds = ['accepted', 'invalid', 'non-ascii', 'unavailable'] as const;
  for (const outcome of [...kinds.map((kind) => ({ kind })), limited]) {
    const newsletter = { ...open, subscribe: async () => outcome };
    const { site, read } = await openMetered({ newsletter });
    const series = `newsletter_subscriptions_total{outcome="${outcome.kind}"}`;
    expect((await read()).get(series)).toBe(0);
    await site.post('/newsletter').type('form').send({ email: 'me' });
    expect((await read()).get(series)).toBe(1);
  }
  const { site, read } = await openMetered({ newsletter: open });
  const form = () => site.post('/newsletter').type('form');
  await form().send({ email: 'me', topic: 'a program' });
  await form().set('sec-fetch-site', 'cross-site').send({ email: 'me' });
  await site.post('/newsletter/confirm?token=x');
  await site.post('/newsletter/unsubscribe?token=x');
  const samples = await read();
  const count = (series: string) => samples.get(`newsletter_${series}"}`);
  expect(count('subscriptions_total{outcome="honeypot')).toBe(1);
  expect(count('subscriptions_total{outcome="accepted')).toBe(0);
  expect(count('subscriptions_total{outcome="cross-site')).toBe(1);
  expect(count('confirmations_total{outcome="link-expired')).toBe(1);
  expect(count('unsubscriptions_total{outcome="link-unknown')).toBe(1);
});

test('the outbox is queried at each scrape; while the database is away there are no old figures', async () => {
  let backlog: { paused: number; waiting: number; oldestSeconds: number } | undefined;
  const getBacklog = async () => backlog ?? Promise.reject(new Error('away'));
  const metrics = makeMetrics();
  metrics.watchOutbox(getBacklog);
  const read = async () => {
    const samples = await metrics.read();
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    const names = ['outbox_waiting', 'outbox_oldest_seconds', 'batches_paused', 'database_up'];
    return names.map((name) => samples.get(`newsletter_${name}`));
  };
  backlog = { paused: 1, waiting: 3, oldestSeconds: 90 };
  expect(await read()).toEqual([3, 90, 1, 1]);
  backlog = undefined;
  expect(await read()).toEqual([undefined, undefined, undefined, 0]);
  backlog = { paused: 0, waiting: 0, oldestSeconds: 0 };
  expect(await read()).toEqual([0, 0, 0, 1]);
});

test('a database that hangs gets one query at a time and delays no scrape', async () => {
  let queries = 0;
  const getBacklog = () => {
    queries += 1;
    return new Promise<never>(() => {});
  };
  const metrics = makeMetrics();
  metrics.watchOutbox(getBacklog);
  for (const samples of await Promise.all([metrics.read(), metrics.read()])) {
    expect(samples.get('newsletter_database_up')).toBe(0);
  }
  expect(queries).toBe(1);
});
