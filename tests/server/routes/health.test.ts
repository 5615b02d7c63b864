import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import packageJson from '../../../package.json' with { type: 'json' };

test.each(['/healthz', '/health'])('%s says since when it lives, and its version', async (path) => {
  const { status, headers, body } = await request(createApp()).get(path);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const { version } = packageJson;
  expect(body).toEqual({ status: 'ok', version, uptimeSeconds: expect.any(Number) });
  expect(body.uptimeSeconds).toBeCloseTo(process.uptime(), -1);
});
