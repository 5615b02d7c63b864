import { expect, test } from 'vitest';
import { defaultLimits } from '#server/http/http-server.ts';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, type RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { readDeployFile } from '../../helpers/programs/deploy-files.ts';
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

test('a subnet with too many connections loses its idle ones, or else its new one is rejected', async () => {
  const { ask, add } = await openSmall({ limits: { maxPerSubnet: 3 } });
  const [idle, slow, later] = [await ask('/quick'), await ask('/slow'), await ask('/quick')];
  await ask('/slow');
  expect(await idle.waitForEnd()).toBe(true);
  await ask('/slow');
  expect(await later.waitForEnd()).toBe(true);
  expect(await (await add()).waitForEnd()).toBe(true);
  expect(slow.isOver).toBe(false);
});

test('one of our proxies may have all connections', async () => {
  const { ask } = await openSmall({ trust: trustLoopback, limits: { maxPerSubnet: 3 } });
  const all: RawConnection[] = [];
  for (let count = 0; count < 5; count += 1) all.push(await ask('/slow'));
  expect(listOpen(all)).toEqual([true, true, true, true, true]);
});

test('a client with too many connections takes none from other clients', async () => {
  const { ask, server } = await openSmall({ limits: { maxPerSubnet: 2, maxConnections: 4 } });
  let visitor = '192.0.2.1'; // This machine may have only one address.
  server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: visitor });
  });
  const other = [await ask('/quick'), await ask('/quick')];
  visitor = '192.0.2.2';
  for (let count = 0; count < 5; count += 1) await ask('/quick');
  expect(listOpen(other)).toEqual([true, true]);
});

test('the limit of a subnet is the same in nginx', () => {
  const ofNginx = /limit_conn connections (\d+);/.exec(readDeployFile('nginx/nginx.conf'))?.[1];
  expect(defaultLimits.maxPerSubnet).toBe(Number(ofNginx));
});
