import { expect, test } from 'vitest';
import { withServer } from '../../helpers/ask.ts';
import { withNginx } from '../../helpers/nginx.ts';
import { makeReplica } from '../../helpers/replica.ts';
import {
  askOn,
  askSecurely,
  makeSubscription,
  openVisit,
  type SecureAnswer,
} from '../../helpers/running-proxy.ts';

const quick = makeReplica((request, response) => {
  request.resume().on('end', () => response.end('fine'));
});

/** How often each status came. */
function count(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('who asks for far more than a person does gets 429, and nobody else does', async () => {
  await withServer(quick, (port) =>
    withNginx([port, port], async (nginx) => {
      const answers: SecureAnswer[] = [];
      const visit = await openVisit(nginx, '127.0.0.41');
      const startedAt = performance.now();
      for (let batch = 0; batch < 20; batch += 1) {
        const asked = Array.from({ length: 50 }, () => askOn(visit, { path: '/' }));
        answers.push(...(await Promise.all(asked)));
      }
      visit.close();
      const seconds = (performance.now() - startedAt) / 1000;
      const { 200: fine = 0, 429: limited = 0 } = count(answers);
      expect(fine + limited).toBe(1000);
      // The burst of 400, and 100 for each second that it took.
      expect(fine).toBeGreaterThanOrEqual(400);
      expect(fine).toBeLessThanOrEqual(402 + 100 * seconds);
      expect(limited).toBeGreaterThan(0);

      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.headers).toMatchObject({
        'retry-after': '5',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(refused?.body.toString()).toMatch(/^Too many requests/);
      expect((await askSecurely(nginx, { path: '/' }, '127.0.0.42')).status).toBe(200);
    }),
  );
});

test('forms are limited by themselves, and pages are still served', async () => {
  await withServer(quick, (port) =>
    withNginx([port, port], async (nginx) => {
      const visit = await openVisit(nginx, '127.0.0.43');
      const form = makeSubscription('asha@example.com');
      const startedAt = performance.now();
      const answers = await Promise.all(Array.from({ length: 100 }, () => askOn(visit, form)));
      const seconds = (performance.now() - startedAt) / 1000;
      const { 200: fine = 0, 429: limited = 0 } = count(answers);
      expect(fine + limited).toBe(100);
      expect(fine).toBeGreaterThanOrEqual(50);
      expect(fine).toBeLessThanOrEqual(52 + 5 * seconds);
      expect((await askOn(visit, { path: '/' })).status).toBe(200);
      visit.close();
    }),
  );
});

test('one visitor cannot hold more than 200 requests at the same time', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = makeReplica(async (_request, response) => {
    await released;
    response.end('fine');
  });
  await withServer(slow, (port) =>
    withNginx([port, port], async (nginx) => {
      const visits = await Promise.all(
        Array.from({ length: 3 }, () => openVisit(nginx, '127.0.0.44')),
      );
      const asked = visits.flatMap((visit) =>
        Array.from({ length: 80 }, (_, index) => askOn(visit, { path: `/${index}` })),
      );
      // None of those that reach the replica is answered before this one comes back.
      const { status } = await Promise.race(asked);
      expect(status).toBe(429);
      release();
      const { 200: fine = 0, 429: limited = 0 } = count(await Promise.all(asked));
      expect([fine, limited]).toEqual([200, 40]);
      for (const visit of visits) visit.close();
    }),
  );
});
