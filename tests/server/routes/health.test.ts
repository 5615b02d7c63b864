import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';

const release = { version: '1.2.3', commit: 'a673b1701f2c' };

test.each(['/healthz', '/health'])('%s has the start time and the release', async (path) => {
  const { status, headers, body } = await request(createApp({ release })).get(path);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const uptimeSeconds = expect.closeTo(process.uptime(), -1);
  expect(body).toEqual({ status: 'ok', ...release, uptimeSeconds });
});
