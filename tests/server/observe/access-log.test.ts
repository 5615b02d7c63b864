import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { createCounters } from '#server/observe/counters.ts';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
import { write } from '../../helpers/hostile/raw-connection.ts';
import { ask } from '../../helpers/site/ask.ts';
import { askFor, everyRow } from '../../helpers/site/every-response.ts';
import { levels, makeLogger } from '../../helpers/site/make-logger.ts';
import { trustLoopback } from '../../helpers/site/open-site.ts';

const token = 'kQ3vZ8sTjW1yX5bN7mC2dF4gH6jK9lP0aS-eR_tYuIo';

test('a response is one line with request, route, status, duration and size, without query, header or address', async () => {
  const { logger, lines, waitFor } = makeLogger();
  const app = createApp({ logger, trust: trustLoopback });
  const headers = {
    ...{ 'x-request-id': 'given-by-a-proxy', 'accept-encoding': 'identity' },
    ...{ cookie: 'private-cookie=1', authorization: 'private-authorization' },
    ...{ 'user-agent': 'private-agent', referer: 'https://private.example/' },
  };
  await ask(app, { path: '/about?city=private-query', headers });
  await waitFor(({ msg }) => msg === 'response sent');
  expect(lines).toEqual([
    {
      ...{ level: levels.info, msg: 'response sent', requestId: 'given-by-a-proxy' },
      ...{ method: 'GET', path: '/about', route: 'about', status: 200, cache: 'none' },
      bytes: expect.toSatisfy((bytes: number) => bytes > 10_000),
      milliseconds: expect.toSatisfy((milliseconds: number) => milliseconds >= 0),
      ...{ time: expect.any(Number), pid: expect.anything(), hostname: expect.anything() },
    },
  ]);
});

test.each([
  ['/blog/an-old-post', '/blog/an-old-post'],
  ['/%0a{"level":30,"msg":"forged"}', '/%0a{"level":30,"msg":"forged"}'],
  [`http://asha@example.org/leave?token=${token}`, '/leave'],
  ['/leave/asha@example.org', '/leave/[address]'],
])('an unknown path is one warning without token and address: %s', async (path, logged) => {
  const { logger, lines, waitFor } = makeLogger();
  await ask(createApp({ logger }), { path: `${path}?from=mail` });
  await waitFor(({ status }) => status === 404);
  const line = { level: levels.warn, msg: 'not found', method: 'GET', path: logged };
  expect(lines).toEqual([expect.objectContaining(line)]);
});

test('an error with the visitor’s data in its properties is logged without these properties', async () => {
  const log = makeLogger();
  const failure = Object.assign(new TypeError('Cannot use asha@example.org'), {
    code: 'ERR_TEST',
    detail: 'Key (address)=(asha@example.org) already exists.',
    input: `https://site.example/?token=${token}`,
    cause: new Error(`What lies behind: /?token=${token}`),
  });
  failure.cause.cause = failure; // An endless log would block the process.
  const subscribe = () => Promise.reject(failure);
  const newsletter = { ...closedNewsletter, state: 'open', subscribe } as const;
  const app = createApp({ logger: log.logger, trust: trustLoopback, newsletter });
  const requestId = 'the-failing-one';
  const post = request(app).post('/newsletter?secret=kQ3vZ8').set('x-request-id', requestId);
  await post.type('form').send({ email: 'asha@example.org' });
  await log.waitFor(({ msg }) => msg === 'request failed');
  const stack = expect.stringContaining('access-log.test.ts');
  const cause = { message: 'What lies behind: /?[query]' };
  expect(log.lines.filter(({ level }) => level === levels.error)).toMatchObject([
    {
      ...{ msg: 'request failed', requestId, method: 'POST', path: '/newsletter' },
      err: { type: 'TypeError', code: 'ERR_TEST', message: 'Cannot use [address]', stack, cause },
    },
  ]);
  expect(JSON.stringify(log.lines)).not.toMatch(/asha|kQ3vZ8/);
  // The line of its response has the same id.
  await log.waitFor((it) => it['msg'] !== 'request failed' && it['requestId'] === requestId);
});

test('the log line of every page has the page’s id', async () => {
  for (const row of everyRow) {
    const log = makeLogger();
    await askFor(row, { logger: log.logger });
    const line = await log.waitFor((each) => 'route' in each);
    expect(line).toMatchObject({ route: row.id, status: row.page.status });
  }
});

test.each([
  ['GET', '/healthz', 'health'],
  ['GET', '/favicon.svg', 'file'],
  ['GET', '/feed.xml', 'resource'],
  ['PUT', '/feed.xml', 'resource'],
  ['GET', '/About', 'redirect'],
  ['GET', '/reports', 'reports'],
  ['POST', '/reports', 'reports'],
])('%s %s is logged once, as %s', async (method, path, route) => {
  const { logger, lines, waitFor } = makeLogger();
  const { status } = await ask(createApp({ logger }), { method, path });
  await waitFor((each) => 'status' in each);
  expect(lines).toMatchObject([{ method, path, route, status }]);
});

test('an invalid request is logged only with its status', async () => {
  const invalidRequest = vi.fn();
  const metrics = { ...createCounters([]), invalidRequest };
  const { open, log } = await openHttpServer({ metrics });
  const tooLong = write({ target: `/${'a'.repeat(20_000)}` });
  for (const text of ['asha@example.org\r\n\r\n', tooLong]) {
    const connection = open();
    connection.write(text);
    await connection.waitForEnd();
  }
  expect(invalidRequest.mock.calls).toEqual([[400], [431]]);
  const expected = [400, 431].map((status) => ['invalid request', status]);
  expect(log.lines.map(({ msg, status }) => [msg, status])).toEqual(expected);
  expect(JSON.stringify(log.lines)).not.toMatch(/asha|aaaa/);
});
