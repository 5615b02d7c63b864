import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import packageJson from '../../../package.json' with { type: 'json' };

test.each(['/healthz', '/health'])(
  '%s says that the process lives, since when and in which version',
  async (path) => {
    const { status, headers, body } = await request(createApp()).get(path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const { version } = packageJson;
    expect(body).toEqual({ status: 'ok', version, uptimeSeconds: expect.any(Number) });
    expect(body.uptimeSeconds).toBeCloseTo(process.uptime(), -1);
  },
);

test('a process that is being stopped lives but wants no traffic, from that moment on', async () => {
  const readiness = { ready: true };
  const app = createApp({ readiness });
  const before = await request(app).get('/readyz');
  expect([before.status, before.body]).toEqual([200, { status: 'ready' }]);
  readiness.ready = false;
  const after = await request(app).get('/readyz');
  expect([after.status, after.body]).toEqual([503, { status: 'stopping' }]);
  expect(after.headers['cache-control']).toBe('no-store');
  expect((await request(app).get('/healthz')).status).toBe(200);
});
