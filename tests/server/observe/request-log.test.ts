import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { ask } from '../../helpers/ask.ts';
import { levels, makeLogger } from '../../helpers/make-logger.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

test('a response is one line: request, route, status, duration and size; no query, header or address', async () => {
  const log = makeLogger();
  await request(createApp({ logger: log.logger, trust: trustLoopback }))
    .get('/about?city=private-query')
    .set({
      'x-request-id': 'given-by-a-proxy',
      'accept-encoding': 'identity',
      cookie: 'private-cookie=1',
      'user-agent': 'private-agent',
      referer: 'https://private.example/',
      authorization: 'private-authorization',
    });
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
  expect(milliseconds).toBeGreaterThanOrEqual(0);
});

test('an unknown path is logged in full as a warning of its own, and cannot forge a second line', async () => {
  for (const path of ['/blog/an-old-post', '/%0a{"level":30,"msg":"forged"}']) {
    const log = makeLogger();
    await ask(createApp({ logger: log.logger }), { path: `${path}?from=mail` });
    await log.waitFor(({ status }) => status === 404);
    const line = { level: levels.warn, msg: 'not found', method: 'GET', path };
    expect(log.lines).toEqual([expect.objectContaining(line)]);
  }
});
