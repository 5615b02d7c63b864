import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { ofRefusals, startNginxBefore } from '../../helpers/programs/nginx.ts';
import {
  askOn,
  askSecurely,
  cdnAddress,
  makeSubscription,
  openVisit,
} from '../../helpers/programs/running-proxy.ts';

const quick: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('fine'));
};

type Responses = Awaited<ReturnType<typeof askOn>>[];

function count(responses: Responses) {
  const counts = Map.groupBy(responses, ({ status }) => status);
  return { fine: counts.get(200)?.length ?? 0, limited: counts.get(429) ?? [] };
}

test.each([
  ['pages', { path: '/' }, 1_000, 400, 100],
  ['forms', makeSubscription('asha@example.com'), 100, 50, 5],
] as const)(
  'a client with far more requests for %s than a person gets 429, and other clients do not',
  async (_kind, question, number, burst, perSecond) => {
    const nginx = await startNginxBefore(quick);
    const visit = await openVisit(nginx, '127.0.0.41');
    const startedAt = performance.now();
    const responses: Responses = [];
    while (responses.length < number) {
      const asked = Array.from({ length: 100 }, () => askOn(visit, question));
      responses.push(...(await Promise.all(asked)));
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { fine, limited } = count(responses);
    expect(fine + limited.length).toBe(number);
    expect(fine).toBeGreaterThanOrEqual(burst);
    expect(fine).toBeLessThanOrEqual(burst + 2 + perSecond * seconds);
    expect(limited[0]?.headers).toMatchObject(ofRefusals);
    expect(limited[0]?.body.toString()).toMatch(/^Too many requests/);
    // Forms have a limit of their own.
    if (question.path !== '/') expect((await askOn(visit, { path: '/' })).status).toBe(200);
    expect((await askSecurely(nginx, question, '127.0.0.42')).status).toBe(200);
    visit.close();
  },
);

test('the addresses of one IPv6 /56 share a limit, also behind a CDN, and other addresses do not', async () => {
  const visit = await openVisit(await startNginxBefore(quick), cdnAddress);
  const postFromAll = async (getEnd: (index: number) => string) => {
    const asked = Array.from({ length: 100 }, (_, index) => {
      const headers = { 'x-forwarded-for': `2001:db8:${getEnd(index)}` };
      return askOn(visit, { path: '/', method: 'POST', headers });
    });
    return count(await Promise.all(asked)).limited.length;
  };
  expect(await postFromAll((index) => `0:${index}::1`)).toBeGreaterThan(0);
  expect(await postFromAll((index) => `${index + 1}::1`)).toBe(0);
  visit.close();
});

test('one visitor cannot have more than 200 requests open at the same time', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const nginx = await startNginxBefore(async (_request, response) => {
    await released;
    response.end('fine');
  });
  const visits = await Promise.all([1, 2, 3].map(() => openVisit(nginx, '127.0.0.44')));
  const responses: Responses = [];
  const asked = visits.flatMap((visit) =>
    Array.from({ length: 80 }, async (_, index) => {
      responses.push(await askOn(visit, { path: `/${index}` }));
    }),
  );
  // Requests that reach the replica get no response before they are released.
  await expect.poll(() => responses.length).toBe(40);
  release();
  await Promise.all(asked);
  const { fine, limited } = count(responses);
  expect([fine, limited.length]).toEqual([200, 40]);
  for (const visit of visits) visit.close();
});

test('the former host redirects to the site, but accepts one-click unsubscribes of mail programs', async () => {
  const nginx = await startNginxBefore(quick);
  const headers = { ':authority': 'old.example.org' };
  const page = await askSecurely(nginx, { path: '/events?city=Berlin', headers });
  expect(page.status).toBe(301);
  expect(page.headers['location']).toBe('https://example.org/events?city=Berlin');
  const path = '/newsletter/unsubscribe/token';
  expect((await askSecurely(nginx, { path, headers })).status).toBe(301);
  const click = await askSecurely(nginx, { path, method: 'POST', headers, body: 'x' });
  expect([click.status, String(click.body)]).toEqual([200, 'fine']);
});
