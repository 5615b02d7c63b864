import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { askPort, postForm } from '../../helpers/site/ask.ts';
import { getBuiltServer, readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, openSmtp, startServer } from '../../helpers/until-test-ends.ts';

const host = 'Host: here.example\r\n';
const failing = 'tests/server/http/failing-process.ts';

test('SIGTERM: not ready, responses with “Connection: close”, then no new connections; open requests are finished, then exit code 0', async () => {
  const server = await startServer({ PORT: '0', SHUTDOWN_DELAY: '3' });
  const port = await readPort(server);
  const idle = new RawConnection(port);
  await idle.ask({ target: '/healthz' });
  // The server has read the beginning of this request: it arrived together with a request that has its response.
  const inFlight = new RawConnection(port);
  inFlight.write(`GET /healthz HTTP/1.1\r\n${host}\r\nGET /about HTTP/1.1\r\n${host}`);
  await inFlight.expect();
  const ask = async (path: string) => {
    const found = await askPort(port, { path, headers: { connection: 'keep-alive' } });
    return { ...found, text: found.body.toString(), connection: found.headers.connection };
  };
  expect(await ask('/about')).toMatchObject({ status: 200, connection: 'keep-alive' });
  expect(await ask('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  server.child.kill('SIGTERM');
  const stoppedAt = performance.now();
  await server.waitFor(({ msg }) => msg === 'stopping');
  // Requests are served for three more seconds, in which the load balancer notices.
  const paths = ['/healthz', '/about', '/no-such-page', '/favicon.svg', '/feed.xml'];
  const responses = (await Promise.all(paths.map(ask))).map((it) => [it.status, it.connection]);
  expect(responses).toEqual([200, 200, 404, 200, 200].map((status) => [status, 'close']));
  const stopping = { status: 503, text: '{"status":"stopping"}', connection: 'close' };
  const headers = { 'cache-control': 'no-store' };
  expect(await ask('/readyz')).toMatchObject({ ...stopping, headers });
  const untilClosed = new Set<number>();
  const isOpen = async () => Boolean(untilClosed.add((await askPort(port, { path: '/' })).status));
  await expect.poll(() => isOpen().catch(() => false)).toBe(false);
  expect([...untilClosed]).toEqual([200]);
  expect(performance.now() - stoppedAt).toBeGreaterThan(3_000);
  inFlight.write('Connection: close\r\n\r\n');
  expect((await inFlight.expect()).body.toString()).toContain('</html>');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
  expect(await idle.waitForEnd()).toBe(true);
});

const repeated = [
  ['SIGHUP', 'SIGHUP'],
  ['SIGTERM', 'SIGINT'],
] as const;
test.each([['SIGTERM'], ...repeated] as const)(
  '%s cuts no response that is still being read',
  async (...signals) => {
    const server = await startServer({ REQUESTS: '30000' }, failing);
    const port = await readPort(server);
    const reader = new RawConnection(port);
    reader.socket.pause();
    reader.write(write({ target: '/large', headers: ['Host: here.example', 'Connection: close'] }));
    await server.waitFor(({ msg }) => msg === 'responded');
    for (const signal of signals) server.child.kill(signal); // Terminals, shells and starters repeat a signal.
    await server.waitFor(({ msg }) => msg === 'not ready');
    expect((await reader.readAll()).length).toBeGreaterThan(12 * 1024 ** 2);
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
  },
);

test('a request that never ends is cut off at its time limit, but background work is finished', async () => {
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

test.each([
  ['SIGTERM', 'SIGINT', '300'], // while it waits for the load balancer
  ['SIGINT', 'SIGTERM', '0'], // while it waits for a request that never ends
] as const)(
  '%s, and %s a second later: it ends at once with 1 (delay: %s)',
  async (first, second, delay) => {
    const server = await startServer({ PORT: '0', SHUTDOWN_DELAY: delay });
    const port = await readPort(server);
    const endless = new RawConnection(port);
    endless.write(`GET / HTTP/1.1\r\n${host}`);
    await askPort(port, { path: '/' });
    server.child.kill(first);
    await server.waitFor(({ msg }) => msg === 'stopping');
    await sleep(1_000);
    server.child.kill(second);
    await server.waitFor(({ msg }) => String(msg).startsWith('second signal'));
    expect((await server.ended).code).toBe(1);
    expect(await endless.waitForEnd()).toBe(true);
  },
);

test.each([
  ['/throw', 'uncaught exception', 'A callback has failed on purpose'],
  ['/reject', 'unhandled rejection', 'A promise has failed on purpose'],
])('an uncaught error, at %s, is fatal: exit code 1', async (path, msg, message) => {
  const server = await startServer({}, failing);
  const port = await readPort(server);
  const responses = await Promise.all(['/', path].map((each) => askPort(port, { path: each })));
  expect(responses.map(({ body }) => body.toString())).toEqual(['finished', 'finished']);
  const fatal = await server.waitFor((line) => line['msg'] === msg);
  const stack: unknown = expect.stringContaining('failing-process.ts');
  expect(fatal).toMatchObject({ level: 60, err: { message, stack } });
  for (const step of ['not ready', 'finished', 'closed', 'stopped']) {
    await server.waitFor((line) => line['msg'] === step);
  }
  expect((await server.ended).code).toBe(1);
});

test('a mail that is being sent at SIGTERM is finished, recorded, and not sent again', async () => {
  const smtp = await openSmtp();
  const dataDirectory = await makeFolder();
  smtp.slowDown(1_000);
  const environment = makeEnvironment({ place: { dataDirectory } }, smtp.url);
  const server = await startServer({ ...environment, PORT: '0' });
  expect(await postForm(await readPort(server), 'asha@example.com')).toBe(303);
  await expect.poll(() => smtp.maxOpen()).toBe(1); // The mail is being sent.
  expect(smtp.mails).toHaveLength(0);
  server.child.kill('SIGTERM');
  await server.waitFor(({ msg }) => msg === 'mail sent');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
  expect(smtp.mails.map(({ to }) => to)).toEqual(['asha@example.com']);
  const store = createSqliteStore({ file: `${dataDirectory}/newsletter.sqlite` });
  await store.open();
  expect(await store.stats()).toMatchObject({ pending: 1, waiting: 0 });
  await store.close();
});

// macOS has no such device.
const fullDisk = existsSync('/dev/full') ? ['on a full disk'] : [];
const logs = ['without a reader', 'whose reader goes', ...fullDisk];
test.each(logs)('a log %s blocks no response, no mail and no stop', async (what) => {
  const [port, folder] = [await getFreePort(), await makeFolder()];
  const child = spawn(process.execPath, [await getBuiltServer()], {
    env: { MAIL: 'capture', DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', what === 'on a full disk' ? openSync('/dev/full', 'w') : 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (what === 'whose reader goes') child.stdout?.resume();
  const ask = async () => (await askPort(port, { path: '/healthz' })).status;
  await expect.poll(() => ask().catch(() => 0)).toBe(200);
  // About 400 kB of lines, more than the buffers of pipes.
  for (let round = 0; round < 15; round += 1) {
    expect(new Set(await Promise.all(Array.from({ length: 100 }, ask)))).toEqual(new Set([200]));
  }
  if (what === 'whose reader goes') child.stdout?.destroy();
  expect(await postForm(port, 'asha@example.com')).toBe(303);
  await expect.poll(() => readdirSync(`${folder}/mail`)).toHaveLength(1);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});
