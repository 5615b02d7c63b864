import { expect, test } from 'vitest';
import {
  countConnections,
  openConnection,
  openHttpServer,
} from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';
import { readDeployFile } from '../../helpers/programs/deploy-files.ts';

test('pipelined requests get their responses in order, cached or not', async () => {
  const connection = await openConnection();
  const paths = ['/', '/about', '/', '/no-such-page', '/feed.xml', '/about', '/favicon.svg', '/'];
  const all = paths.map((target, id) => write({ target, headers: [host, `X-Request-Id: ${id}`] }));
  connection.write(Buffer.concat(all));
  for (const [number, path] of paths.entries()) {
    const { status, headers } = await connection.expect();
    const expected = [`${number}`, path === '/no-such-page' ? 404 : 200];
    expect([headers.get('x-request-id'), status]).toEqual(expected);
  }
  connection.write(Buffer.concat(Array(1_000).fill(write({ target: '/about' }))));
  expect(await connection.waitForEnd()).toBe(true); // Too many requests end the connection.
});

test.each(['/', '/nowhere'])(
  'a client that closes its side gets %s from the cache',
  async (target) => {
    const connection = await openConnection();
    const { status } = await connection.ask({ target });
    connection.socket.end(write({ target }));
    expect((await connection.expect()).status).toBe(status);
    expect(await connection.waitForEnd()).toBe(true);
  },
);

test('a request target with scheme and host is the page, also from the cache', async () => {
  const connection = await openConnection();
  await connection.ask({ target: '/about' });
  const etag = (await connection.ask({ target: '/about' })).headers.get('etag');
  expect(etag).toBeDefined();
  for (const target of ['http://circle.example/about', 'HTTPS://u:p@evil.example:99999/about']) {
    const { status, headers } = await connection.ask({ target });
    expect([status, headers.get('etag')]).toEqual([200, etag]);
  }
  const moved = await connection.ask({ target: 'http://evil.example/About/?x=//y' });
  expect(moved.headers.get('location')).toBe('/about?x=//y');
  expect((await connection.ask({ target: 'http://evil.example?view=list' })).status).toBe(200);
});

const noAddresses = ['/a#b', '*', 'about', 'ftp://circle.example/', 'http://'];
test.each(noAddresses)(
  '%s is not a valid request target: 400, and the response does not repeat it',
  async (target) => {
    const { status, body } = await (await openConnection()).ask({ target });
    expect([status, body.toString()]).toEqual([400, 'Bad Request\n']);
  },
);

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

test('a rejected client that continues to send gets one response, and its connection is closed', async () => {
  const { open, server } = await openHttpServer();
  const { status, body } = await open().ask({ target: `/${'a'.repeat(300_000)}` });
  expect([status, body.toString()]).toEqual([431, 'Request Header Fields Too Large\n']);
  const tooMuch = open();
  const headers = [host, 'Content-Length: 3000000'];
  tooMuch.write(write({ method: 'POST', target: '/about', headers, body: 'a'.repeat(3_000) }));
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
