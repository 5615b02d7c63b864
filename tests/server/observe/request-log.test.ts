import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { ask } from '../../helpers/ask.ts';
import { levels, makeLogger } from '../../helpers/make-logger.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

test('a response is one line: request, route, status, duration and size', async () => {
  const log = makeLogger();
  await request(createApp({ logger: log.logger, trust: trustLoopback }))
    .get('/about')
    .set({ 'x-request-id': 'given-by-a-proxy', 'accept-encoding': 'identity' });
  await log.waitFor(({ msg }) => msg === 'response sent');
  expect(log.lines).toHaveLength(1);
  const { pid: _pid, hostname: _hostname, time, milliseconds, bytes, ...line } = log.lines[0] ?? {};
  expect(line).toEqual({
    level: levels.info,
    msg: 'response sent',
    method: 'GET',
    path: '/about',
    route: 'about',
    status: 200,
    cache: 'none',
    requestId: 'given-by-a-proxy',
  });
  expect(bytes).toBeGreaterThan(10_000);
  expect(time).toEqual(expect.any(Number));
  expect(milliseconds).toEqual(expect.any(Number));
  expect(milliseconds).toBeGreaterThanOrEqual(0);
});

test('neither the query nor a header nor an address is logged', async () => {
  const log = makeLogger();
  await request(createApp({ logger: log.logger }))
    .get('/events?city=private-query')
    .set({
      cookie: 'private-cookie=1',
      'user-agent': 'private-agent',
      referer: 'https://private.example/',
      'x-forwarded-for': '203.0.113.7',
      authorization: 'private-authorization',
    });
  await log.waitFor(({ msg }) => msg === 'response sent');
  expect(JSON.stringify(log.lines)).not.toMatch(/private|203\.0\.113|127\.0\.0\.1|::1/);
});

test('an unknown path is logged in full as a warning of its own, so that broken links are noticed', async () => {
  const log = makeLogger();
  await request(createApp({ logger: log.logger })).get('/blog/an-old-post?from=mail');
  const line = await log.waitFor(({ status }) => status === 404);
  expect(line).toMatchObject({
    level: levels.warn,
    msg: 'not found',
    method: 'GET',
    path: '/blog/an-old-post',
  });
  expect(log.lines).toHaveLength(1);
});

test('a path cannot forge a second line', async () => {
  const log = makeLogger();
  const path = '/%0a{"level":30,"msg":"forged"}';
  await ask(createApp({ logger: log.logger }), { path });
  await log.waitFor(({ status }) => status === 404);
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toMatchObject({ path, msg: 'not found' });
});
