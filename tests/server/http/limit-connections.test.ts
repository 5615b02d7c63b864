import { expect, test } from 'vitest';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, type RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { makeMetrics } from '../../helpers/site/make-metrics.ts';
import { trustLoopback } from '../../helpers/site/open-site.ts';

const quick = write({ target: '/quick' });
/** More bytes than the system's buffers. */
const large = Buffer.alloc(12 * 1024 ** 2);
const beginning = quick.subarray(0, 20);
/** No client is too slow in these tests. Milliseconds. */
const patient = { head: 600_000, request: 600_000, silence: 600_000, response: 600_000 };

/** A server that sends only the beginning of a response to `/slow`, and more than the system's buffers to `/large`. */
async function openSmall(given: Parameters<typeof openHttpServer>[0]) {
  const limits = { ...patient, ...given?.limits };
  const opened = await openHttpServer({ ...given, limits }, (request, response) => {
    if (request.url === '/slow') response.write('and no more');
    else response.end(request.url === '/large' ? large : 'quick');
  });
  /** Opens a connection and waits until the server has received its bytes. */
  const add = async (bytes: Uint8Array | string = '') => {
    const arrived = new Promise<void>((resolve) => {
      opened.server.once('connection', (socket) => {
        const look = () => (socket.bytesRead < bytes.length ? setImmediate(look) : resolve());
        look();
      });
    });
    const connection = opened.open();
    connection.write(Buffer.from(bytes));
    await arrived;
    return connection;
  };
  /** A connection with a complete response, or the beginning of one. */
  const ask = async (target: string, headers = [host]) => {
    const connection = await add(write({ target, headers }));
    if (target === '/quick') await connection.expect();
    return connection;
  };
  return { ...opened, add, ask };
}

/** The names of the open connections, in the given order. */
const listOpen = (all: readonly RawConnection[]) => all.map(({ isOver }) => !isOver);

test('at the limit of connections each new one is served: one that was never served is closed, or else the longest idle one', async () => {
  const metrics = makeMetrics();
  const given = { limits: { maxConnections: 6 }, metrics: metrics.recorder };
  const { add, ask, log } = await openSmall(given);
  const [longIdle, idle] = [await ask('/quick'), await ask('/quick')];
  const [silent, begun] = [await add(), await add(beginning)];
  const arriving = await ask('/quick');
  arriving.write(beginning);
  const slow = await ask('/slow');
  idle.write(quick); // It is idle for less time than the last one.
  await idle.expect();
  const all = [silent, begun, longIdle, idle, arriving, slow];
  for (const [number, next] of all.entries()) {
    const visitor = await ask('/slow');
    await expect.poll(() => visitor.rest.toString()).toContain('and no more');
    expect(await next.waitForEnd()).toBe(true);
    expect(listOpen(all)).toEqual(all.map((_, position) => position > number));
  }
  expect((await metrics.read()).get('http_connections_dropped_total')).toBe(6);
  const lines = log.lines.map(({ msg }) => msg);
  expect(lines).toEqual(['too many connections: some were closed']); // One line for many connections.
});

test('if all connections wait for responses, the oldest of the busiest subnet is closed', async () => {
  const { ask } = await openSmall({ trust: trustLoopback, limits: { maxConnections: 6 } });
  const from = (visitor: string) =>
    ask('/slow', [host, `X-Forwarded-For: 203.0.113.9, ${visitor}`]);
  const first = await from('192.0.2.1');
  const oldest = await from('2001:db8::1');
  const others: RawConnection[] = [];
  for (const number of [2, 3, 4]) others.push(await from(`2001:db8::${number}`));
  const last = await from('192.0.2.2');
  await ask('/quick');
  expect(await oldest.waitForEnd()).toBe(true);
  expect(listOpen([first, ...others, last])).toEqual([true, true, true, true, true]);
});

test('at the limit of connections no response in progress is cut off, and new clients are served', async () => {
  const { ask } = await openSmall({ limits: { maxConnections: 3 } });
  const headers = [host, 'Connection: close'];
  const readers = [await ask('/large', headers), await ask('/large', headers)];
  for (const { socket } of readers) socket.pause();
  for (let count = 0; count < 5; count += 1) await ask('/quick');
  for (const reader of readers) {
    expect((await reader.readAll()).length).toBeGreaterThan(large.length);
  }
});

/** A small server whose next connections come from the given address: this machine may have only one. */
async function openForMany(limits: { maxConnections: number; share: number }) {
  const opened = await openSmall({ trust: trustLoopback, limits });
  let address = '';
  opened.server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: address });
  });
  /** Opens connections one after the other: with a complete response, the beginning of one, or silent. */
  const from = async (visitor: string, ...kinds: readonly ('/quick' | '/slow' | 'silent')[]) => {
    address = visitor;
    const all: RawConnection[] = [];
    for (const kind of kinds) all.push(await (kind === 'silent' ? opened.add() : opened.ask(kind)));
    return all;
  };
  return { ...opened, from };
}

test('at the limit a subnet that holds more than its share gives first; where none does, the order is that of all', async () => {
  const { from } = await openForMany({ maxConnections: 10, share: 2 });
  const few = await from('192.0.2.1', 'silent', '/quick');
  const many = ['/slow', '/quick', '/slow', 'silent', '/quick', '/slow'] as const;
  const all = [
    ...few,
    ...(await from('192.0.2.2', ...many)),
    ...(await from('192.0.2.3', 'silent')),
  ];
  await from('192.0.2.4', '/quick');
  expect(listOpen(all)).toEqual(all.map(() => true)); // Below the limit a subnet may have any number.
  const order = [5, 3, 6, 2, 0, 8];
  for (const [number, next] of order.entries()) {
    await from(`198.51.100.${number}`, '/slow');
    expect(await all[next]?.waitForEnd()).toBe(true);
    const gone = order.slice(0, number + 1);
    expect(listOpen(all)).toEqual(all.map((_, position) => !gone.includes(position)));
  }
});

test('at the limit an IPv6 /48 counts as one from five shares', async () => {
  const { from } = await openForMany({ maxConnections: 12, share: 2 });
  const others = [...(await from('192.0.2.1', 'silent')), ...(await from('192.0.2.2', 'silent'))];
  const site: RawConnection[] = [];
  for (let subnet = 0; subnet < 10; subnet += 1) {
    site.push(...(await from(`2001:db8:7:${subnet}00::1`, '/quick')));
  }
  await from('2001:db8:8::1', '/slow');
  expect(await site[0]?.waitForEnd()).toBe(true);
  await from('192.0.2.3', '/slow');
  expect(await others[0]?.waitForEnd()).toBe(true);
  expect(listOpen([...site, ...others])).toEqual([false, ...Array(9).fill(true), false, true]);
});

test('one of our proxies is no subnet: it may hold all connections', async () => {
  const { from } = await openForMany({ maxConnections: 4, share: 2 });
  const [silent] = await from('192.0.2.1', 'silent');
  const proxy = await from('127.0.0.1', '/quick', '/quick', '/quick');
  await from('192.0.2.2', '/quick');
  expect(await silent?.waitForEnd()).toBe(true);
  expect(listOpen(proxy)).toEqual([true, true, true]);
});
