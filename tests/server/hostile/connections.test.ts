import { expect, test } from 'vitest';
import { openConnection } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';

test('requests in one piece get their responses in order, from the cache or not', async () => {
  const connection = await openConnection();
  const paths = ['/', '/about', '/', '/no-such-page', '/feed.xml', '/about', '/favicon.svg', '/'];
  const all = paths.map((target, id) => write({ target, headers: [host, `X-Request-Id: ${id}`] }));
  connection.write(Buffer.concat(all));
  for (const [number, path] of paths.entries()) {
    const { status, headers } = await connection.expect();
    expect(headers.get('x-request-id')).toBe(String(number));
    expect(status).toBe(path === '/no-such-page' ? 404 : 200);
  }
  connection.write(Buffer.concat(Array(1_000).fill(write({ target: '/about' }))));
  expect(await connection.waitForEnd()).toBe(true); // Far too many end the connection.
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
  for (const requests of [1, 2]) {
    const connection = await openConnection();
    if (requests === 2) await connection.ask({ target });
    const ending = [host, 'Connection: close'];
    const { headers, body } = await connection.ask({ target, headers: ending });
    expect(headers.get('connection')).toBe('close');
    expect(body.length).toBeGreaterThan(0);
    expect(await connection.waitForEnd()).toBe(true);
  }
  if (target === '/favicon.svg') return; // Node ends a connection whose client has closed its side: a file comes later.
  const connection = await openConnection();
  const { status } = await connection.ask({ target });
  connection.socket.end(write({ target })); // It closes its side.
  expect((await connection.expect()).status).toBe(status);
  expect(await connection.waitForEnd()).toBe(true);
});

test('an address with scheme and host in front is the page, also from the cache', async () => {
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

test.each([['no host', []]])('a request with %s is 400', async (_name, lines) => {
  const connection = await openConnection();
  const response = await connection.ask({ target: '/about', headers: [...lines, 'Accept: */*'] });
  expect([response.status, response.headers.get('connection')]).toEqual([400, 'close']);
  expect(response.headers.has('content-security-policy')).toBe(true);
  expect(await connection.waitForEnd()).toBe(true);
});

test('HTTP/1.0 needs no host, and has no chunks: nothing after them is a request', async () => {
  const [plain, chunked] = [await openConnection(), await openConnection()];
  plain.write('GET /about HTTP/1.0\r\n\r\n');
  expect((await plain.expect()).status).toBe(200);
  chunked.write('POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n');
  chunked.write('Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
  expect((await chunked.expect()).status).toBe(400);
  expect(await chunked.waitForEnd()).toBe(true);
});

test.each(['/a#b', '*', 'about', 'ftp://circle.example/', 'http://'])(
  'the address %s is none: 400 in plain words, which do not repeat it',
  async (target) => {
    const { status, body } = await (await openConnection()).ask({ target });
    expect([status, body.toString()]).toEqual([400, 'Bad Request\n']);
  },
);

test.each(['Range: bytes=99999999-', 'Range: bytes=0-3\r\nIf-Range: "another"'])(
  'a file is sent whole, also with %s',
  async (line) => {
    const connection = await openConnection();
    const target = '/favicon.svg';
    const { status, body } = await connection.ask({ target, headers: [host, line] });
    expect([status, body]).toEqual([200, (await connection.ask({ target })).body]);
  },
);
