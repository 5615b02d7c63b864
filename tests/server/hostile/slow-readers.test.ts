import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseProxyTrust, trustNobody } from '#server/proxy/proxy-trust.ts';
import { askPort } from '../../helpers/ask.ts';
import { countConnections, timeouts, withHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';

const wait = { timeout: 15_000 };
const large = Buffer.alloc(64 * 1024 ** 2); // more than the system takes in the client's stead

test('a client that does not read its response loses its connection', async () => {
  await withHttpServer(
    async ({ open, server }) => {
      const slow = open();
      slow.socket.pause();
      slow.write(write({ target: '/' }));
      await expect.poll(() => countConnections(server), wait).toBe(1);
      await expect.poll(() => countConnections(server), wait).toBe(0);
    },
    {},
    (_request, response) => response.end(large),
  );
});

test('a client that reads steadily, but too slowly, is cut off; one that reads faster gets all', async () => {
  await withHttpServer(
    async ({ port, server }) => {
      const slow = connect(port, '127.0.0.1');
      const closed = once(slow, 'close');
      slow.on('error', () => {}); // It is reset.
      slow.write(write({ target: '/' }));
      const startedAt = performance.now();
      const reading = setInterval(() => slow.read(65_536), 40);
      const fast = await askPort(port, { path: '/' });
      expect(fast.body.length).toBe(large.length);
      await closed;
      clearInterval(reading);
      // A second, and two for its size.
      expect(performance.now() - startedAt).toBeGreaterThan(2_500);
      expect(slow.bytesRead).toBeLessThan(large.length);
      await expect.poll(() => countConnections(server), wait).toBe(0);
    },
    {
      timeouts: { ...timeouts, silence: 600_000, response: 1_000, bytesPerSecond: 32 * 1024 ** 2 },
    },
    (_request, response) => response.end(large),
  );
});

test('when all connections wait for their responses, the busiest subnet loses its oldest', async () => {
  await withHttpServer(
    async ({ open, port, server }) => {
      const ask = (visitor: string) => {
        const connection = open();
        const headers = [host, `X-Forwarded-For: 203.0.113.9, ${visitor}`];
        connection.write(write({ target: '/slow', headers }));
        return connection;
      };
      const first = ask('192.0.2.1');
      await expect.poll(() => countConnections(server)).toBe(1);
      const oldest = ask('2001:db8::1');
      await expect.poll(() => countConnections(server)).toBe(2);
      const others = Array.from({ length: 7 }, (_, number) => ask(`2001:db8::${number + 2}`));
      const last = ask('192.0.2.2');
      await expect.poll(() => countConnections(server), wait).toBe(10);
      await sleep(3 * timeouts.check); // All of them have been seen.
      const askQuick = async () =>
        (await askPort(port, { path: '/' }).catch(() => undefined))?.status;
      await expect.poll(askQuick, wait).toBe(200);
      expect(await oldest.waitForEnd()).toBe(true);
      expect([first, last].map(({ isOver }) => isOver)).toEqual([false, false]);
      expect(others.filter(({ isOver }) => isOver).length).toBeLessThan(3);
    },
    {
      maxConnections: 10,
      trust: parseProxyTrust('1') ?? trustNobody,
      timeouts: { ...timeouts, silence: 600_000, response: 600_000 },
    },
    (request, response) => {
      if (request.url === '/slow') response.write('and no more');
      else response.end('quick');
    },
  );
});
