import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHttpServer } from '#server/http-server.ts';
import { askPort } from '../../helpers/ask.ts';
import { readDeployFile } from '../../helpers/deploy-files.ts';
import { countConnections, openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, type RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { makeLogger } from '../../helpers/make-logger.ts';

/** Sends one byte after the other, as long as anybody listens. */
async function drip(connection: RawConnection, text: string, pause: number): Promise<void> {
  for (const character of text) {
    if (connection.isOver) return;
    connection.write(character);
    await sleep(pause);
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
  const dripping = drip(slow, rest, 50);
  const { status, headers, body } = await slow.expect('POST');
  expect([status, body.toString()]).toEqual([408, 'Request Timeout\n']);
  expect(headers.get('connection')).toBe('close');
  // Further bytes do not save the connection.
  await expect.poll(() => countConnections(server)).toBe(0);
  slow.destroy();
  await dripping;
});

test('a body without end after its response gets no second response', async () => {
  const { open, server } = await openHttpServer();
  const slow = open();
  slow.write(endlessBody('/about'));
  const dripping = drip(slow, 'a'.repeat(5_000), 50);
  expect((await slow.expect('POST')).status).toBe(405);
  expect(await slow.waitForEnd()).toBe(true);
  expect(slow.rest.toString()).toBe('');
  await expect.poll(() => countConnections(server)).toBe(0);
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
  const received = connection.rest.toString();
  expect(received).toContain('the first half');
  expect(received).not.toContain('400');
});

test('a rejected client that goes on sending gets the response, and loses its connection', async () => {
  const { open, server } = await openHttpServer();
  const { status, body } = await open().ask({ target: `/${'a'.repeat(300_000)}` });
  expect([status, body.toString()]).toEqual([431, 'Request Header Fields Too Large\n']);
  const tooMuch = open();
  tooMuch.write(endlessBody('/about', 3_000_000));
  void drip(tooMuch, 'a'.repeat(3_000), 50);
  expect((await tooMuch.expect('POST')).status).toBe(405);
  expect(await tooMuch.waitForEnd()).toBe(true);
  await expect.poll(() => countConnections(server)).toBe(0);
});

test('when all connections are taken, those that ask nothing make room', async () => {
  const { open, port, log, server } = await openHttpServer({ limits: { maxConnections: 10 } });
  for (let count = 0; count < 10; count += 1) {
    expect((await open().ask({ target: '/healthz' })).status).toBe(200);
  }
  const ask = async () =>
    (await askPort(port, { path: '/healthz' }).catch(() => undefined))?.status;
  await expect.poll(ask).toBe(200);
  await log.waitFor(({ msg }) => String(msg).startsWith('too many connections'));
  expect(await countConnections(server)).toBeLessThan(5); // Not one of them for each that comes.
});

test('when all connections are taken by requests that never end, they make room too', async () => {
  let finish: (() => void) | undefined;
  const limits = { maxConnections: 10, head: 600_000, request: 600_000, silence: 600_000 };
  const { open, port, server } = await openHttpServer({ limits }, (request, response) => {
    if (request.url !== '/slow') return void response.end('quick');
    finish = () => response.end('slow');
  });
  const working = open();
  working.write(write({ target: '/slow' }));
  await expect.poll(() => finish).toBeDefined();
  const slow = Array.from({ length: 9 }, open);
  for (const connection of slow) connection.write(endlessHead.slice(0, 500));
  await expect.poll(() => countConnections(server)).toBe(10);
  const ask = async () => (await askPort(port, { path: '/' }).catch(() => undefined))?.status;
  await expect.poll(ask).toBe(200);
  expect(slow.filter(({ isOver }) => isOver).length).toBeGreaterThan(0);
  // A connection with an open response stays.
  finish?.();
  expect((await working.expect()).status).toBe(200);
});

test('the idle timeout is longer than that of the proxies in front', () => {
  const server = createHttpServer(() => {}, { logger: makeLogger().logger });
  const read = (name: string, pattern: RegExp) =>
    Number(pattern.exec(readDeployFile(name))?.[1]) * 1_000;
  const ofNginx = read('nginx/nginx.conf', /upstream replicas \{[^}]*keepalive_timeout (\d+)s;/);
  const ofCaddy = read('Caddyfile', /transport http \{[^}]*keepalive (\d+)s/);
  // Where both end it at the same moment, a request is sent into a closed connection.
  expect(server.keepAliveTimeout).toBeGreaterThanOrEqual(Math.max(ofNginx, ofCaddy) + 2_000);
});
