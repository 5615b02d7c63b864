import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countConnections, limits, openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, type RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { readDeployFile } from '../../helpers/programs/deploy-files.ts';

/** Sends one byte after the other until the connection is closed. */
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
])('an endless %s gets a 408, and the connection is closed', async (_part, start, rest) => {
  // Never responds before the body is complete.
  const { open, server } = await openHttpServer({}, (request) => request.resume());
  const slow = open();
  slow.write(start);
  const dripping = drip(slow, rest);
  const { status, headers, body } = await slow.expect('POST');
  const found = [status, headers.get('connection'), body.toString()];
  expect(found).toEqual([408, 'close', 'Request Timeout\n']);
  // Further bytes do not keep the connection open.
  await expect.poll(() => countConnections(server)).toBe(0);
  slow.destroy();
  await dripping;
});

test.each([
  ['garbage', 'NO HTTP\r\n\r\n'],
  ['the beginning of a request', `GET / HTTP/1.1\r\n${host}\r\n`],
])(
  '%s after a request that waits for its response ends the connection without another response',
  async (_what, rest) => {
    const { open, log } = await openHttpServer({}, (request, response) => {
      if (request.url === '/begun')
        response.writeHead(200, { 'content-length': 1_000 }).write('half');
    });
    for (const [target, received] of [
      ['/begun', /\r\n\r\nhalf$/],
      ['/waiting', /^$/],
    ] as const) {
      const connection = open();
      connection.write(`${write({ target })}${rest}`);
      expect(await connection.waitForEnd()).toBe(true);
      expect(connection.rest.toString()).toMatch(received);
    }
    expect(log.lines).toEqual([]);
  },
);

test('a rejected client that continues to send gets the response, and its connection is closed', async () => {
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

test('the idle timeout is longer than nginx’s timeout', async () => {
  const { server } = await openHttpServer({ limits: {} });
  const seconds = /upstream replicas \{[^}]*keepalive_timeout (\d+)s;/;
  const ofNginx = Number(seconds.exec(readDeployFile('nginx/nginx.conf'))?.[1]) * 1_000;
  // With equal timeouts a proxy could send a request into a closed connection.
  expect(server.keepAliveTimeout).toBeGreaterThanOrEqual(ofNginx + 2_000);
});

const large = Buffer.alloc(32 * 1024 ** 2); // more than the system's buffers

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
  const closed = once(accepted, 'close'); // The client could still read from its system's buffer.
  slow.on('error', () => {}); // It is reset.
  slow.write(write({ target: '/' }));
  const reading = setInterval(() => slow.read(65_536), 40);
  await closed;
  clearInterval(reading);
  expect(slow.bytesRead).toBeLessThan(large.length);
  slow.destroy();
  await expect.poll(() => countConnections(server)).toBe(0);
});
