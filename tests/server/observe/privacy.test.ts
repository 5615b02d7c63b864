import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { closedNewsletter } from '#server/newsletter/newsletter.ts';
import { createAccessLog } from '#server/observe/access-log.ts';
import { noMetrics } from '#server/observe/metrics-recorder.ts';
import { ask } from '../../helpers/ask.ts';
import { askFor, everyRow } from '../../helpers/every-response.ts';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
import { levels, makeLogger } from '../../helpers/make-logger.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

const token = 'kQ3vZ8sTjW1yX5bN7mC2dF4gH6jK9lP0aS-eR_tYuIo';

test.each([
  ['GET', `/newsletter/confirm?token=${token}`],
  ['GET', `/newsletter/confirm%3Ftoken=${token}`],
  ['GET', `/newsletter/confirm/${token}`],
  ['GET', '/leave/asha@example.org'],
  ['GET', `http://asha@example.org/about?token=${token}`],
])('%s %s leaves neither token nor address in the log', async (method, path) => {
  const log = makeLogger();
  await ask(createApp({ logger: log.logger }), { method, path });
  await log.waitFor((line) => 'status' in line);
  expect(JSON.stringify(log.lines)).not.toMatch(/asha|kQ3vZ8/);
});

test('the path of a request that was aborted is redacted like that of one that failed', () => {
  const log = makeLogger();
  const observed = { requestId: 'one', method: 'POST', route: 'other', milliseconds: 1, bytes: 0 };
  for (const path of [`/newsletter/confirm/${token}`, '/leave/asha@example.org']) {
    createAccessLog(log.logger).record({
      ...observed,
      path,
      status: 200, // Node's default: nothing has been decided yet.
      cache: 'none',
      isComplete: false,
    });
  }
  const logged = log.lines.map(({ msg, path }) => [msg, path]);
  expect(logged).toEqual([
    ['client went away', '/newsletter/confirm/[token]'],
    ['client went away', '/leave/[address]'],
  ]);
});

test('a failure that carries the visitor’s data in its properties is logged without them', async () => {
  const log = makeLogger();
  const failure = Object.assign(new TypeError('Cannot use asha@example.org'), {
    code: 'ERR_TEST',
    detail: 'Key (address)=(asha@example.org) already exists.',
    input: `https://site.example/?token=${token}`,
    cause: new Error(`What lies behind: ${token}`),
  });
  const app = createApp({
    logger: log.logger,
    trust: trustLoopback,
    newsletter: {
      ...closedNewsletter,
      state: 'open',
      subscribe: () => Promise.reject(failure),
    },
  });
  await request(app)
    .post('/newsletter')
    .set('x-request-id', 'the-failing-one')
    .type('form')
    .send({ email: 'asha@example.org' });
  const line = await log.waitFor(({ msg }) => msg === 'request failed');
  expect(line).toMatchObject({
    level: levels.error,
    requestId: 'the-failing-one',
    method: 'POST',
    path: '/newsletter',
    err: {
      type: 'TypeError',
      code: 'ERR_TEST',
      message: 'Cannot use [address]',
      stack: expect.stringContaining('privacy.test.ts'),
      cause: { message: 'What lies behind: [token]' },
    },
  });
  expect(JSON.stringify(log.lines)).not.toMatch(/asha|kQ3vZ8/);
  // The line of its response has the same id.
  await log.waitFor(
    ({ msg, requestId }) => msg !== 'request failed' && requestId === line['requestId'],
  );
});

test('the line of every row of the page table names its page', async () => {
  for (const row of everyRow) {
    const log = makeLogger();
    await askFor(row, { logger: log.logger });
    const line = await log.waitFor((each) => 'route' in each);
    expect(line).toMatchObject({ route: row.id, status: row.page.status });
  }
});

test.each([
  ['GET', '/healthz', 'health'],
  ['POST', '/readyz', 'health'],
  ['GET', '/favicon.svg', 'file'],
  ['POST', '/favicon.svg', 'file'],
  ['GET', '/assets/missing.js', 'file'],
  ['GET', '/feed.xml', 'resource'],
  ['PUT', '/feed.xml', 'resource'],
  ['GET', '/About', 'redirect'],
  ['GET', '/reports', 'reports'],
  ['POST', '/reports', 'reports'],
  ['PUT', '/newsletter', 'method-not-allowed'],
  ['POST', '/newsletter', 'newsletter-not-open'],
])('%s %s is logged once, as %s', async (method, path, route) => {
  const log = makeLogger();
  const { status } = await ask(createApp({ logger: log.logger }), { method, path });
  const line = await log.waitFor((each) => 'status' in each);
  expect(line).toMatchObject({ method, path, route, status });
  expect(log.lines).toHaveLength(1);
});

test('an invalid request is logged with its status alone', async () => {
  const invalid: number[] = [];
  const metrics = { ...noMetrics, invalidRequest: (status: number) => void invalid.push(status) };
  const { open, log } = await openHttpServer({ metrics });
  for (const text of [
    'asha@example.org\r\n\r\n',
    `GET /${'a'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const connection = open();
    connection.write(text);
    await connection.waitForEnd();
  }
  expect(invalid).toEqual([400, 414]);
  expect(log.lines.map(({ msg, status }) => [msg, status])).toEqual([
    ['invalid request', 400],
    ['invalid request', 414],
  ]);
  expect(JSON.stringify(log.lines)).not.toMatch(/asha|aaaa/);
});
