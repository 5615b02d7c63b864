import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import { countConnections, openHttpServer, timeouts } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';
import { trustLoopback } from '../../helpers/open-site.ts';

const large = Buffer.alloc(32 * 1024 ** 2); // more than the system takes in the client's stead

test('a client that does not read its response loses its connection', async () => {
  const { open, server } = await openHttpServer({}, (_request, response) => response.end(large));
  const slow = open();
  slow.socket.pause();
  slow.write(write({ target: '/' }));
  await expect.poll(() => countConnections(server)).toBe(1);
  await expect.poll(() => countConnections(server)).toBe(0);
});

test('a client that reads steadily, but too slowly, is cut off; one that reads faster gets all', async () => {
  const limits = { silence: 600_000, response: 1_000, bytesPerSecond: 16 * 1024 ** 2 };
  const { port, server } = await openHttpServer(
    { timeouts: { ...timeouts, ...limits } },
    (_request, response) => response.end(large),
  );
  const slow = connect(port, '127.0.0.1');
  const [accepted] = await once(server, 'connection');
  const closed = once(accepted, 'close'); // The client would read on what its system has received.
  slow.on('error', () => {}); // It is reset.
  slow.write(write({ target: '/' }));
  const startedAt = performance.now();
  const reading = setInterval(() => slow.read(65_536), 40);
  expect((await askPort(port, { path: '/' })).body.length).toBe(large.length);
  await closed;
  clearInterval(reading);
  // A second, and two for its size.
  expect(performance.now() - startedAt).toBeGreaterThan(2_500);
  expect(slow.bytesRead).toBeLessThan(large.length);
  slow.destroy();
  await expect.poll(() => countConnections(server)).toBe(0);
});

test('when all connections wait for their responses, the busiest subnet loses its oldest', async () => {
  const longTimeouts = { ...timeouts, silence: 600_000, response: 600_000 };
  const given = { maxConnections: 10, trust: trustLoopback, timeouts: longTimeouts };
  const { open, port, server } = await openHttpServer(given, (request, response) => {
    if (request.url === '/slow') response.write('and no more');
    else response.end('quick');
  });
  const ask = async (visitor: string) => {
    const count = await countConnections(server);
    const connection = open();
    const headers = [host, `X-Forwarded-For: 203.0.113.9, ${visitor}`];
    connection.write(write({ target: '/slow', headers }));
    await expect.poll(() => countConnections(server)).toBe(count + 1);
    return connection;
  };
  const first = await ask('192.0.2.1');
  const oldest = await ask('2001:db8::1');
  const others: Awaited<ReturnType<typeof ask>>[] = [];
  for (let number = 2; number < 9; number += 1) others.push(await ask(`2001:db8::${number}`));
  const last = await ask('192.0.2.2');
  await sleep(3 * timeouts.check); // All of them have been seen.
  const askQuick = async () => (await askPort(port, { path: '/' }).catch(() => undefined))?.status;
  await expect.poll(askQuick).toBe(200);
  expect(await oldest.waitForEnd()).toBe(true);
  expect([first, last].map(({ isOver }) => isOver)).toEqual([false, false]);
  expect(others.filter(({ isOver }) => isOver).length).toBeLessThan(3);
});
