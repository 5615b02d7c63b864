import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getFreePort } from '#scripts/find-free-port.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { askPort } from '../helpers/ask.ts';
import { RawConnection } from '../helpers/hostile/raw-connection.ts';
import { makeEnvironment } from '../helpers/newsletter-app.ts';
import { startSmtp } from '../helpers/smtp.ts';
import { findBuiltServer, readPort, withProcess } from '../helpers/start-server.ts';

const keepAlive = { connection: 'keep-alive' };

test('after SIGTERM: not ready, still responding with “Connection: close”, then not accepting, then 0', async () => {
  await withProcess({ PORT: '0', SHUTDOWN_DELAY: '3' }, async (server) => {
    const port = await readPort(server);
    const page = await askPort(port, { path: '/about', headers: keepAlive });
    expect([page.status, page.headers.connection]).toEqual([200, 'keep-alive']);
    expect((await askPort(port, { path: '/readyz' })).status).toBe(200);
    server.child.kill('SIGTERM');
    await server.waitFor(({ msg }) => msg === 'stopping');
    // The load balancer has three seconds to notice; requests are still served.
    expect((await askPort(port, { path: '/readyz' })).status).toBe(503);
    expect((await askPort(port, { path: '/healthz' })).status).toBe(200);
    for (const path of ['/about', '/no-such-page', '/favicon.svg', '/feed.xml']) {
      const response = await askPort(port, { path, headers: keepAlive });
      expect([path, response.headers.connection]).toEqual([path, 'close']);
      expect([200, 404]).toContain(response.status);
    }
    expect(server.child.exitCode).toBeNull();
    const ask = () =>
      askPort(port, { path: '/' }).then(
        () => 'accepted',
        () => 'closed',
      );
    await expect.poll(ask, { timeout: 15_000 }).toBe('closed');
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
  });
}, 60_000);

test.each([
  ['while it waits for the balancer', { SHUTDOWN_DELAY: '300' }],
  ['while it waits for a request that never ends', { SHUTDOWN_DELAY: '0' }],
])(
  'a second signal ends the process at once with 1, %s',
  async (_name, environment) => {
    await withProcess({ PORT: '0', ...environment }, async (server) => {
      const port = await readPort(server);
      const endless = new RawConnection(port);
      endless.write('GET / HTTP/1.1\r\nHost: here.example\r\n');
      await askPort(port, { path: '/' });
      server.child.kill('SIGTERM');
      await server.waitFor(({ msg }) => msg === 'stopping');
      server.child.kill('SIGINT');
      await server.waitFor(({ msg }) => String(msg).startsWith('second signal'));
      expect((await server.ended).code).toBe(1);
      expect(await endless.waitForEnd(10_000)).toBe(true);
    });
  },
  60_000,
);

describe('what nobody has caught', () => {
  const script = 'tests/helpers/failing-process.ts';
  test.each([
    ['/throw', 'uncaught exception', 'A callback has failed on purpose'],
    ['/reject', 'unhandled rejection', 'A promise has failed on purpose'],
  ])(
    'at %s is logged as fatal, goes the same way as a signal, and ends with 1',
    async (path, msg, words) => {
      await withProcess(
        {},
        async (server) => {
          const port = await readPort(server);
          const other = askPort(port, { path: '/' });
          const { status, body } = await askPort(port, { path });
          expect([status, body.toString()]).toEqual([200, 'finished']);
          expect((await other).body.toString()).toBe('finished');
          const fatal = await server.waitFor((line) => line['msg'] === msg);
          const stack: unknown = expect.stringContaining('failing-process.ts');
          expect(fatal).toMatchObject({ level: 60, err: { message: words, stack } });
          for (const step of ['not ready', 'finished', 'closed', 'stopped']) {
            await server.waitFor((line) => line['msg'] === step);
          }
          expect((await server.ended).code).toBe(1);
        },
        script,
      );
    },
  );
});

test('the mail that is being sent at SIGTERM is finished, noted, and not sent again', async () => {
  const smtp = await startSmtp();
  const folder = mkdtempSync(join(tmpdir(), 'stop-'));
  try {
    smtp.slowDown(1_500);
    const environment = {
      ...makeEnvironment({ place: { dataDirectory: folder } }, smtp.url),
      PORT: '0',
    };
    await withProcess(environment, async (server) => {
      const port = await readPort(server);
      const response = await fetch(`http://127.0.0.1:${port}/newsletter`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email: 'asha@example.com' }),
      });
      expect(response.status).toBe(303);
      await expect.poll(() => smtp.maxOpen(), { timeout: 15_000 }).toBe(1); // It is on its way.
      expect(smtp.mails).toHaveLength(0);
      server.child.kill('SIGTERM');
      await server.waitFor(({ msg }) => msg === 'mail sent');
      expect(await server.ended).toEqual({ code: 0, stderr: '' });
    });
    expect(smtp.mails.map(({ to }) => to)).toEqual(['asha@example.com']);
    const store = createSqliteStore({ file: join(folder, 'newsletter.sqlite') });
    await store.open();
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 0 });
    await store.close();
  } finally {
    await smtp.stop();
    rmSync(folder, { recursive: true });
  }
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
