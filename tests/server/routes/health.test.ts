import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import packageJson from '../../../package.json' with { type: 'json' };

test.each(['/healthz', '/health'])('%s says since when it lives, and its version', async (path) => {
  const { status, headers, body } = await request(createApp()).get(path);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const uptimeSeconds = expect.closeTo(process.uptime(), -1);
  expect(body).toEqual({ status: 'ok', version: packageJson.version, uptimeSeconds });
});
