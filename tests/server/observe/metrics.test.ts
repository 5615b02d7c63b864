import request from 'supertest';
import { expect, test, vi } from 'vitest';
import type { AppDependencies } from '#server/app.ts';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import type { NewsletterStore } from '#server/newsletter/store/store-sql.ts';
import { makeLogger } from '../../helpers/site/make-logger.ts';
import { makeMetrics } from '../../helpers/site/make-metrics.ts';
import { openSite, trustLoopback } from '../../helpers/site/open-site.ts';

/** A site with a page cache and metrics, as in `server/index.ts`. */
async function openMetered(given: Partial<AppDependencies> = {}) {
  const [log, metrics] = [makeLogger(), makeMetrics()];
  const parts = { logger: log.logger, trust: trustLoopback, metrics: metrics.recorder };
  const { cache, port } = await openSite({ ...given, ...parts });
  metrics.watchCache(cache);
  return { log, site: request(`http://127.0.0.1:${port}`), read: metrics.read };
}

const duration = (labels: string) => `http_request_duration_seconds_count{${labels}}`;

test('responses are counted by route and class of status, also cached ones', async () => {
  const { site, read, log } = await openMetered();
  const paths = ['/no-such-page', '/About', '/favicon.svg', '/favicon.svg'];
  for (const path of [...Array(4).fill('/about'), ...paths]) await site.get(path);
  await expect.poll(() => log.lines.length).toBe(8);
  const over = (limit: number) => expect.toSatisfy((value) => value > limit);
  expect(Object.fromEntries(await read())).toMatchObject({
    [duration('route="about",status="2xx"')]: 4,
    [duration('route="not-found",status="4xx"')]: 1,
    [duration('route="redirect",status="3xx"')]: 1,
    [duration('route="file",status="2xx"')]: 2,
    'page_cache_requests_total{use="hit"}': 3,
    'page_cache_requests_total{use="miss"}': 2,
    'page_cache_requests_total{use="none"}': 3,
    page_cache_responses: 2,
    page_cache_bytes: over(4_000),
    'page_render_duration_seconds_count{page="about"}': 1,
    'page_render_duration_seconds_sum{page="about"}': over(0),
    'http_response_bytes_total{route="about",status="2xx"}': over(4 * 3_000),
  });
  // The log and the metrics record the same responses.
  expect(log.lines.filter(({ cache }) => cache === 'hit')).toHaveLength(3);
});

const open = { ...closedNewsletter, state: 'open' } as const;
const limited = { kind: 'limited', retryAfterSeconds: 60 } as const;

test('subscriptions are counted by outcome, also those that do not reach the newsletter', async () => {
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
  expect(Object.fromEntries(await read())).toMatchObject({
    'newsletter_subscriptions_total{outcome="honeypot"}': 1,
    'newsletter_subscriptions_total{outcome="accepted"}': 0,
    'newsletter_subscriptions_total{outcome="cross-site"}': 1,
    'newsletter_confirmations_total{outcome="link-expired"}': 1,
    'newsletter_unsubscriptions_total{outcome="link-unknown"}': 1,
  });
});

test('the outbox is queried at each scrape; without the database there are no outdated figures', async () => {
  let backlog: Awaited<ReturnType<NewsletterStore['getBacklog']>> | undefined;
  const getBacklog = async () => backlog ?? Promise.reject(new Error('away'));
  const metrics = makeMetrics();
  metrics.watchOutbox(getBacklog);
  const read = async () => {
    const samples = await metrics.read();
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    const names = [
      'outbox_waiting',
      'outbox_oldest_seconds',
      'editions_paused',
      'sender_resting_seconds',
      'database_up',
    ];
    return names.map((name) => samples.get(`newsletter_${name}`));
  };
  backlog = { paused: 1, waiting: 3, oldestSeconds: 90, restingSeconds: 60 };
  expect(await read()).toEqual([3, 90, 1, 60, 1]);
  backlog = undefined;
  expect(await read()).toEqual([undefined, undefined, undefined, undefined, 0]);
  backlog = { paused: 0, waiting: 0, oldestSeconds: 0, restingSeconds: 0 };
  expect(await read()).toEqual([0, 0, 0, 0, 1]);
});

test('a database that does not respond gets one query at a time and delays no scrape', async () => {
  const getBacklog = vi.fn(() => new Promise<never>(() => {}));
  const metrics = makeMetrics();
  metrics.watchOutbox(getBacklog);
  for (const samples of await Promise.all([metrics.read(), metrics.read()])) {
    expect(samples.get('newsletter_database_up')).toBe(0);
  }
  expect(getBacklog).toHaveBeenCalledOnce();
});
