import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import { readDeployFile } from '../../helpers/deploy-files.ts';
import { countConnections, limits, openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, type RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { makeMetrics } from '../../helpers/make-metrics.ts';
import { measureHeap } from '../../helpers/measure-heap.ts';
import { makeCachedSite, trustLoopback } from '../../helpers/open-site.ts';

/** The status of a page for somebody else; undefined where there is no response. */
const look = async (port: number) =>
  (await askPort(port, { path: '/healthz' }).catch(() => undefined))?.status;

/** Sends one byte after the other, as long as anybody listens. */
async function drip(connection: RawConnection, text: string) {
  for (const character of text) {
    if (connection.isOver) return;
    connection.write(character);
    await sleep(50);
  }
}

const endlessHead = `GET / HTTP/1.1\r\n${host}\r\n${'X-Slow: a\r\n'.repeat(1_000)}`;
const endlessBody = (target: string, size = 5_000) =>
  write({ method: 'POST', target, headers: [host, `Content-Length: ${size}`] });

test.each([
  ['silence', '', ''],
  ['head', '', endlessHead],
  ['body', endlessBody('/'), 'a'.repeat(5_000)],
])('a %s without end gets 408 and loses its connection', async (_part, start, rest) => {
  // Waits for all of a body before it responds.
  const { open, server } = await openHttpServer({}, (request) => request.resume());
  const slow = open();
  slow.write(start);
  const dripping = drip(slow, rest);
  const { status, headers, body } = await slow.expect('POST');
  const found = [status, headers.get('connection'), body.toString()];
  expect(found).toEqual([408, 'close', 'Request Timeout\n']);
  // Further bytes do not save the connection.
  await expect.poll(() => countConnections(server)).toBe(0);
  slow.destroy();
  await dripping;
});

test('garbage after a request whose response has begun does not get into the response', async () => {
  const { open } = await openHttpServer({}, (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('the first half');
  });
  const connection = open();
  connection.write(`${write({ target: '/' })}NO HTTP\r\n\r\n`);
  expect(await connection.waitForEnd()).toBe(true);
  expect(connection.rest.toString()).toMatch(/\r\n\r\nthe first half$/);
});

test('a rejected client that goes on sending gets the response, and loses its connection', async () => {
  const { open, server } = await openHttpServer();
  const { status, body } = await open().ask({ target: `/${'a'.repeat(300_000)}` });
  expect([status, body.toString()]).toEqual([431, 'Request Header Fields Too Large\n']);
  const tooMuch = open();
  tooMuch.write(endlessBody('/about', 3_000_000));
  void drip(tooMuch, 'a'.repeat(3_000));
  expect((await tooMuch.expect('POST')).status).toBe(405);
  expect(await tooMuch.waitForEnd()).toBe(true);
  expect(tooMuch.rest.toString()).toBe(''); // no second response
  await expect.poll(() => countConnections(server)).toBe(0);
});

test('when all connections are taken, those that ask nothing make room', async () => {
  const metrics = makeMetrics();
  const given = { limits: { maxConnections: 10 }, metrics: metrics.recorder };
  const { open, port, log, server } = await openHttpServer(given);
  const asking = open();
  asking.write(endlessHead.slice(0, 500));
  for (let count = 1; count < 10; count += 1) {
    expect((await open().ask({ target: '/healthz' })).status).toBe(200);
  }
  await expect.poll(() => look(port)).toBe(200);
  expect(asking.isOver).toBe(false); // There are those that ask nothing.
  await log.waitFor(({ msg }) => String(msg).startsWith('too many connections'));
  expect(await countConnections(server)).toBeLessThan(5); // Not one of them for each that comes.
  const countDropped = async () =>
    (await metrics.read()).get('http_connections_dropped_total') ?? 0;
  const before = await countDropped();
  for (let count = 0; count < 3; count += 1) server.emit('drop', {});
  expect(await countDropped()).toBe(before + 3);
  expect(log.lines).toHaveLength(1); // One for many.
});

test('when all connections are taken by requests that never end, they make room too', async () => {
  const endings: (() => void)[] = [];
  const limits = { maxConnections: 10, head: 600_000, request: 600_000, silence: 600_000 };
  const { open, port, server } = await openHttpServer({ limits }, (request, response) => {
    if (request.url !== '/slow') return void response.end('quick');
    endings.push(() => response.end('slow'));
  });
  const working = Array.from({ length: 6 }, open);
  for (const connection of working) connection.write(write({ target: '/slow' }));
  await expect.poll(() => endings.length).toBe(6);
  const slow = Array.from({ length: 4 }, open);
  for (const connection of slow) connection.write(endlessHead.slice(0, 500));
  await expect.poll(() => countConnections(server)).toBe(10);
  await expect.poll(() => look(port)).toBe(200);
  expect(slow.filter(({ isOver }) => isOver).length).toBeGreaterThan(0);
  for (const end of endings) end(); // A connection with an open response stays.
  for (const connection of working) expect((await connection.expect()).status).toBe(200);
});

test('the idle timeout is longer than that of the proxies in front', async () => {
  const { server } = await openHttpServer({ limits: {} });
  const read = (name: string, pattern: RegExp) =>
    Number(pattern.exec(readDeployFile(name))?.[1]) * 1_000;
  const ofNginx = read('nginx/nginx.conf', /upstream replicas \{[^}]*keepalive_timeout (\d+)s;/);
  const ofCaddy = read('Caddyfile', /transport http \{[^}]*keepalive (\d+)s/);
  // Where both end it at the same moment, a request is sent into a closed connection.
  expect(server.keepAliveTimeout).toBeGreaterThanOrEqual(Math.max(ofNginx, ofCaddy) + 2_000);
});

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
  const given = { limits: { ...limits, silence: 600_000, response: 1_000 } };
  const { port, server } = await openHttpServer(given, (_request, response) => response.end(large));
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

test.each([7, 99])('a full house with %i requests each fits into the memory', async (requests) => {
  const { app } = makeCachedSite();
  let arrived = 0;
  const { open, server } = await openHttpServer({ limits: {} }, (request, response) => {
    if (request.url === '/first')
      arrived += 1; // It gets no response, and the others wait for it.
    else app(request, response);
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
  await expect.poll(() => arrived).toBe(count);
  const measure = () => ((measureHeap() - before) / count) * server.maxConnections;
  await expect.poll(measure).toBeLessThan(128e6); // a quarter, with the clients' side
});

test('when all connections wait for their responses, the busiest subnet loses its oldest', async () => {
  const limits = { maxConnections: 10, silence: 600_000, response: 600_000 };
  const given = { trust: trustLoopback, limits };
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
  await expect.poll(() => look(port)).toBe(200);
  expect(await oldest.waitForEnd()).toBe(true);
  expect([first, last].map(({ isOver }) => isOver)).toEqual([false, false]);
  expect(others.filter(({ isOver }) => isOver).length).toBeLessThan(3);
});
