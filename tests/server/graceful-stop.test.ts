import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { getFreePort } from '#scripts/find-free-port.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { askPort, postForm } from '../helpers/ask.ts';
import { RawConnection } from '../helpers/hostile/raw-connection.ts';
import { makeEnvironment } from '../helpers/newsletter-app.ts';
import { findBuiltServer, readPort } from '../helpers/start-server.ts';
import { makeFolder, openSmtp, startServer } from '../helpers/until-test-ends.ts';

const host = 'Host: here.example\r\n';
const keepAlive = { connection: 'keep-alive' };
const failing = 'tests/helpers/failing-process.ts';

/**
 * A request that is in flight: the server has read its beginning, since that came in one piece with
 * an earlier request with a complete response.
 */
async function beginRequest(port: number, path: string) {
  const connection = new RawConnection(port);
  connection.write(`GET /healthz HTTP/1.1\r\n${host}\r\nGET ${path} HTTP/1.1\r\n${host}`);
  await connection.expect();
  return {
    finish() {
      connection.write('Connection: close\r\n\r\n');
      return connection.expect();
    },
  };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets what is in flight finish, takes nothing new, and ends with 0, idle connections or not',
  async (signal) => {
    const server = await startServer({ PORT: '0' });
    const port = await readPort(server);
    const idle = new RawConnection(port);
    await idle.ask({ target: '/healthz' });
    const page = await beginRequest(port, '/about');
    const probe = await beginRequest(port, '/readyz');
    server.child.kill(signal);
    await server.waitFor(({ msg }) => msg === 'stopping');
    await expect(askPort(port, { path: '/' })).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    const { status, body } = await probe.finish();
    expect([status, JSON.parse(body.toString())]).toEqual([503, { status: 'stopping' }]);
    expect((await page.finish()).body.toString()).toContain('</html>');
    const startedAt = performance.now();
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await idle.waitForEnd()).toBe(true);
  },
);

test('a request that never ends is cut off at its limit, and work that takes longer is finished', async () => {
  const server = await startServer({}, failing);
  const port = await readPort(server);
  const endless = askPort(port, { path: '/never' }).catch(() => 'cut off');
  await askPort(port, { path: '/' });
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  expect(await endless).toBe('cut off');
  expect(performance.now() - startedAt).toBeGreaterThan(400); // The limit here is 500 ms.
  await server.waitFor(({ msg }) => msg === 'finished');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
});

test('after SIGTERM: not ready, still responding with “Connection: close”, then not accepting, then 0', async () => {
  const server = await startServer({ PORT: '0', SHUTDOWN_DELAY: '2' });
  const port = await readPort(server);
  const page = await askPort(port, { path: '/about', headers: keepAlive });
  expect([page.status, page.headers.connection]).toEqual([200, 'keep-alive']);
  expect((await askPort(port, { path: '/readyz' })).status).toBe(200);
  server.child.kill('SIGTERM');
  await server.waitFor(({ msg }) => msg === 'stopping');
  // The load balancer has two seconds to notice; requests are still served.
  for (const [path, status] of [
    ['/readyz', 503],
    ['/healthz', 200],
    ['/about', 200],
    ['/no-such-page', 404],
    ['/favicon.svg', 200],
    ['/feed.xml', 200],
  ] as const) {
    const response = await askPort(port, { path, headers: keepAlive });
    expect([path, response.status, response.headers.connection]).toEqual([path, status, 'close']);
  }
  const isOpen = () =>
    askPort(port, { path: '/' }).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen, { timeout: 15_000 }).toBe(false);
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
}, 60_000);

test.each([
  ['while it waits for the balancer', { SHUTDOWN_DELAY: '300' }],
  ['while it waits for a request that never ends', { SHUTDOWN_DELAY: '0' }],
])(
  'a second signal ends the process at once with 1, %s',
  async (_name, environment) => {
    const server = await startServer({ PORT: '0', ...environment });
    const port = await readPort(server);
    const endless = new RawConnection(port);
    endless.write(`GET / HTTP/1.1\r\n${host}`);
    await askPort(port, { path: '/' });
    server.child.kill('SIGTERM');
    await server.waitFor(({ msg }) => msg === 'stopping');
    server.child.kill('SIGINT');
    await server.waitFor(({ msg }) => String(msg).startsWith('second signal'));
    expect((await server.ended).code).toBe(1);
    expect(await endless.waitForEnd()).toBe(true);
  },
  60_000,
);

test.each([
  ['/throw', 'uncaught exception', 'A callback has failed on purpose'],
  ['/reject', 'unhandled rejection', 'A promise has failed on purpose'],
])(
  'what nobody has caught, at %s, is logged as fatal, goes the same way as a signal, and ends with 1',
  async (path, msg, message) => {
    const server = await startServer({}, failing);
    const port = await readPort(server);
    const bodies = ['/', path].map(async (each) =>
      (await askPort(port, { path: each })).body.toString(),
    );
    expect(await Promise.all(bodies)).toEqual(['finished', 'finished']);
    const fatal = await server.waitFor((line) => line['msg'] === msg);
    const stack: unknown = expect.stringContaining('failing-process.ts');
    expect(fatal).toMatchObject({ level: 60, err: { message, stack } });
    for (const step of ['not ready', 'finished', 'closed', 'stopped']) {
      await server.waitFor((line) => line['msg'] === step);
    }
    expect((await server.ended).code).toBe(1);
  },
);

test('the mail that is being sent at SIGTERM is finished, noted, and not sent again', async () => {
  const smtp = await openSmtp();
  const dataDirectory = await makeFolder();
  smtp.slowDown(1_000);
  const environment = makeEnvironment({ place: { dataDirectory } }, smtp.url);
  const server = await startServer({ ...environment, PORT: '0' });
  expect(await postForm(await readPort(server), 'asha@example.com')).toBe(303);
  await expect.poll(() => smtp.maxOpen(), { timeout: 15_000 }).toBe(1); // It is on its way.
  expect(smtp.mails).toHaveLength(0);
  server.child.kill('SIGTERM');
  await server.waitFor(({ msg }) => msg === 'mail sent');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
  expect(smtp.mails.map(({ to }) => to)).toEqual(['asha@example.com']);
  const store = createSqliteStore({ file: `${dataDirectory}/newsletter.sqlite` });
  await store.open();
  expect(await store.stats()).toMatchObject({ pending: 1, waiting: 0 });
  await store.close();
}, 60_000);

test('a log without a reader stops the process neither from responding nor from ending', async () => {
  const port = await getFreePort();
  const child = spawn(process.execPath, [await findBuiltServer()], {
    env: { PATH: process.env['PATH'] ?? '', MAIL_WITHOUT_SMTP: 'off', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'], // A pipe, and nobody reads it.
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/healthz', agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
  try {
    await expect.poll(() => ask().catch(() => 0), { timeout: 20_000 }).toBe(200);
    // Some 700 kB of lines, several times what pipes hold.
    const responses = await Promise.all(Array.from({ length: 2_500 }, ask));
    expect(new Set(responses)).toEqual(new Set([200]));
    const startedAt = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(15_000); // The limit for work is longer.
  } finally {
    child.kill('SIGKILL');
    agent.destroy();
  }
}, 60_000);
