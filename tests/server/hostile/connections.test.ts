import { expect, test } from 'vitest';
import { openConnection } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';

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

test.each([
  ['Expect: 100-continue', 200],
  ['Expect: something-else', 417],
  ['Upgrade: websocket\r\nConnection: Upgrade', 200],
  ['Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk', 200],
] as const)('%s gets %i, cached or not', async (line, expected) => {
  const connection = await openConnection();
  for (const target of expected === 200 ? ['/about', '/about', '/healthz'] : ['/about']) {
    const { status, headers } = await connection.ask({ target, headers: [host, line] });
    expect([status, headers.get('x-content-type-options')]).toEqual([expected, 'nosniff']);
  }
});

test.each(['/', '/nowhere', '/favicon.svg'])('a closing client gets %s', async (target) => {
  const closing = { target, headers: [host, 'Connection: close'] };
  for (const before of [[], [{ target }]]) {
    const connection = await openConnection();
    for (const request of before) await connection.ask(request);
    const { headers, body } = await connection.ask(closing);
    expect([headers.get('connection'), body.length > 0]).toEqual(['close', true]);
    expect(await connection.waitForEnd()).toBe(true);
  }
  if (target === '/favicon.svg') return; // Node ends a connection after the client has closed its side, before a file is read.
  const connection = await openConnection();
  const { status } = await connection.ask({ target });
  connection.socket.end(write({ target })); // It closes its side.
  expect((await connection.expect()).status).toBe(status);
  expect(await connection.waitForEnd()).toBe(true);
});

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

test('HTTP/1.1 requires a host, HTTP/1.0 does not and has no chunks; bytes after a 400 are not a request', async () => {
  const old = await openConnection();
  old.write('GET /about HTTP/1.0\r\n\r\n');
  expect((await old.expect()).status).toBe(200);
  const chunked = 'Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n';
  for (const head of ['GET /about HTTP/1.1\r\n', `POST / HTTP/1.0\r\n${host}\r\n${chunked}`]) {
    const connection = await openConnection();
    connection.write(`${head}\r\n`);
    const { status, headers } = await connection.expect();
    expect([status, headers.get('connection')]).toEqual([400, 'close']);
    expect(headers.has('content-security-policy')).toBe(true);
    expect(await connection.waitForEnd()).toBe(true);
  }
});

test.each([
  ['circle.example', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['xn--bcher-kva.example.', 200],
  ['', 200],
  ['a b', 400],
  ['a, b', 400],
  ['user@circle.example', 400],
  ['circle.example/about', 400],
  ['circle.example:port', 400],
  ['[::1', 400],
  ['%', 400],
  ['a\r\nHost: a', 400],
  ['a\r\nhost: b', 400],
])('with the host %j a page is a %i', async (name, expected) => {
  for (const version of ['1.0', '1.1']) {
    const connection = await openConnection();
    connection.write(`GET /about HTTP/${version}\r\nHost: ${name}\r\n\r\n`);
    expect((await connection.expect()).status).toBe(expected);
  }
});

const noAddresses = ['/a#b', '*', 'about', 'ftp://circle.example/', 'http://'];
test.each(noAddresses)(
  '%s is not a valid request target: 400, and the response does not repeat it',
  async (target) => {
    const { status, body } = await (await openConnection()).ask({ target });
    expect([status, body.toString()]).toEqual([400, 'Bad Request\n']);
  },
);
