import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { countConnections, limits, openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';
import { measureHeap } from '../../helpers/measure-heap.ts';
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

test('a client that reads steadily, but too slowly, is cut off', async () => {
  const { port, server } = await openHttpServer(
    { limits: { ...limits, silence: 600_000, response: 1_000 } },
    (_request, response) => response.end(large),
  );
  const slow = connect(port, '127.0.0.1');
  const [accepted] = await once(server, 'connection');
  const closed = once(accepted, 'close'); // The client would read on what its system has received.
  slow.on('error', () => {}); // It is reset.
  slow.write(write({ target: '/' }));
  const reading = setInterval(() => slow.read(65_536), 40);
  await closed;
  clearInterval(reading);
  expect(slow.bytesRead).toBeLessThan(large.length);
  slow.destroy();
  await expect.poll(() => countConnections(server)).toBe(0);
});

test.each([7, 99])(
  'a full house of connections on which %i requests wait fits into the documented memory',
  async (requests) => {
    const { app } = makeCachedSite();
    const { open, server } = await openHttpServer({ limits: {} }, (request, response) => {
      if (request.url !== '/first') app(request, response); // whose response is never read to its end
    });
    const [first, page] = [write({ target: '/first' }), write({ target: '/about' })];
    const warm = open();
    for (let time = 0; time < 200; time += 1) {
      warm.write(page);
      await warm.read();
    }
    const count = 200;
    const before = measureHeap();
    for (let number = 0; number < count; number += 1) {
      open().write(Buffer.concat([first, ...Array(requests).fill(page)]));
    }
    await sleep(2_000); // until the server has taken them all
    const each = (measureHeap() - before) / count;
    expect(each * server.maxConnections).toBeLessThan(128e6); // a quarter, with the clients' side
  },
);

test('when all connections wait for their responses, the busiest subnet loses its oldest', async () => {
  const given = {
    trust: trustLoopback,
    limits: { maxConnections: 10, silence: 600_000, response: 600_000 },
  };
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
  const askQuick = async () => (await askPort(port, { path: '/' }).catch(() => undefined))?.status;
  await expect.poll(askQuick).toBe(200);
  expect(await oldest.waitForEnd()).toBe(true);
  expect([first, last].map(({ isOver }) => isOver)).toEqual([false, false]);
  expect(others.filter(({ isOver }) => isOver).length).toBeLessThan(3);
});
