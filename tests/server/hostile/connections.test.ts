import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { host, write } from '../../helpers/hostile/hostile-request.ts';
import { RawConnection } from '../../helpers/hostile/raw-connection.ts';
import { read, timeouts, withConnection } from '../../helpers/hostile/site-connection.ts';

test('requests in one piece get their responses in order, from the cache or not', async () => {
  await withConnection(async (connection) => {
    const paths = ['/', '/about', '/', '/no-such-page', '/feed.xml', '/about', '/favicon.svg', '/'];
    const all = paths.map((target, number) =>
      write({ target, headers: [host, `X-Request-Id: number-${number}`] }),
    );
    connection.write(Buffer.concat(all));
    const found: string[] = [];
    for (const _path of paths) {
      const { status, headers } = await read(connection);
      found.push(`${headers.get('x-request-id')} ${status}`);
    }
    expect(found).toEqual(
      paths.map((path, number) => `number-${number} ${path === '/no-such-page' ? 404 : 200}`),
    );
  });
});

test('HEAD and GET in turn do not mix their bodies', async () => {
  await withConnection(async (connection) => {
    for (const target of [
      '/',
      '/about',
      '/no-such-page',
      '/feed.xml',
      '/favicon.svg',
      '/healthz',
    ]) {
      for (let round = 0; round < 2; round += 1) {
        connection.write(write({ method: 'HEAD', target }));
        connection.write(write({ target }));
        const head = await read(connection, 'HEAD');
        const get = await read(connection);
        expect([target, head.status, head.body.length]).toEqual([target, get.status, 0]);
        expect(get.body.length).toBeGreaterThan(0);
        expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      }
    }
    expect(connection.rest.toString()).toBe('');
  });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'])(
  'a body that nobody reads is not taken for the next request: %s',
  async (method) => {
    await withConnection(async (connection) => {
      const body = write({ target: '/smuggled' }).toString('latin1').repeat(50);
      for (const target of [
        '/',
        '/about',
        '/nowhere',
        '/favicon.svg',
        '/feed.xml',
        '/healthz',
        '/',
      ]) {
        const headers = [host, `Content-Length: ${body.length}`];
        connection.write(write({ method, target, headers, body }));
        await read(connection, method);
        const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
        connection.write(
          write({ method, target, headers: [host, 'Transfer-Encoding: chunked'], body: chunked }),
        );
        await read(connection, method);
        connection.write(write({ target: '/healthz', headers: [host, 'X-Request-Id: next'] }));
        const next = await read(connection);
        expect([target, next.status, next.headers.get('x-request-id')]).toEqual([
          target,
          200,
          'next',
        ]);
      }
    });
  },
);

test.each([
  ['Expect: 100-continue', 200],
  ['Expect: something-else', 417],
  ['Upgrade: websocket\r\nConnection: Upgrade', 200],
  ['Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk', 200],
  ['TE: trailers', 200],
] as const)('%s gets %i', async (line, status) => {
  for (const target of ['/about', '/healthz']) {
    await withConnection(async (connection) => {
      for (let round = 0; round < (status === 200 ? 2 : 1); round += 1) {
        connection.write(write({ target, headers: [host, line] }));
        const response = await read(connection);
        expect(response.status).toBe(status);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      }
    });
  }
});

test.each(['/', '/nowhere', '/favicon.svg'])(
  '“Connection: close” ends the connection after the response for %s, cached or not',
  async (target) => {
    for (let round = 0; round < 2; round += 1) {
      await withConnection(async (connection) => {
        if (round === 1) {
          connection.write(write({ target }));
          await read(connection);
        }
        connection.write(write({ target, headers: [host, 'Connection: close'] }));
        const { headers, body } = await read(connection);
        expect(headers.get('connection')).toBe('close');
        expect(body.length).toBeGreaterThan(0);
        expect(await connection.waitForEnd(timeouts)).toBe(true);
      });
    }
  },
);

test.each(['/', '/events?view=calendar', '/favicon.svg'])(
  'a client that has closed its side still gets %s from the cache, and then the connection ends',
  async (target) => {
    await withConnection(async (connection) => {
      connection.write(write({ target }));
      await read(connection);
      connection.socket.end(write({ target }));
      expect((await read(connection)).status).toBe(200);
      expect(await connection.waitForEnd(timeouts)).toBe(true);
    });
  },
);

test('an address with scheme and host in front is the page, also from the cache', async () => {
  await withConnection(async (connection) => {
    connection.write(write({ target: '/about' }));
    await read(connection);
    connection.write(write({ target: '/about' }));
    const page = await read(connection);
    expect(page.headers.has('etag')).toBe(true);
    for (const target of ['http://circle.example/about', 'HTTPS://u:p@evil.example:99999/about']) {
      connection.write(write({ target }));
      const response = await read(connection);
      expect([response.status, response.headers.get('etag')]).toEqual([
        200,
        page.headers.get('etag'),
      ]);
    }
    connection.write(write({ target: 'http://evil.example/About/?x=//y' }));
    expect((await read(connection)).headers.get('location')).toBe('/about?x=//y');
    connection.write(write({ target: 'http://evil.example?view=calendar' }));
    expect((await read(connection)).status).toBe(200);
  });
});

test.each([
  ['no host', []],
  ['two hosts', ['Host: circle.example', 'Host: circle.example']],
  ['two hosts in other cases', ['HOST: a', 'host: b']],
])('a request with %s is 400', async (_name, headers) => {
  await withConnection(async (connection) => {
    connection.write(write({ target: '/about', headers: [...headers, 'Accept: */*'] }));
    const response = await read(connection);
    expect([response.status, response.headers.get('connection')]).toEqual([400, 'close']);
    expect(response.headers.has('content-security-policy')).toBe(true);
    expect(await connection.waitForEnd(timeouts)).toBe(true);
  });
});

test('HTTP/1.0 needs no host', async () => {
  await withConnection(async (connection) => {
    connection.write('GET /about HTTP/1.0\r\n\r\n');
    expect((await read(connection)).status).toBe(200);
    expect(await connection.waitForEnd(timeouts)).toBe(true);
  });
});

test.each([
  '/a#b',
  '//user:x@evil.example#',
  '/#',
  '*',
  'about',
  'ftp://circle.example/',
  'http://',
])('the address %s is none: 400 in plain words, which do not repeat it', async (target) => {
  await withConnection(async (connection) => {
    connection.write(write({ target }));
    const { status, body } = await read(connection);
    expect([status, body.toString()]).toEqual([400, 'Bad Request\n']);
  });
});

test.each([
  ['bytes=99999999-', {}, 416],
  ['bytes=0-3', { 'If-Match': '"another"' }, 412],
  ['bytes=0-3', {}, 206],
  ['bytes=3-1', {}, 416],
  ['bytes=0-1,5-6', {}, 200],
  ['lines=1-2', {}, 200],
] as const)('of a file, “%s” with %j is %i and no failure', async (range, more, status) => {
  await withConnection(async (connection) => {
    const lines = Object.entries(more).map(([name, value]) => `${name}: ${value}`);
    connection.write(
      write({ target: '/favicon.svg', headers: [host, `Range: ${range}`, ...lines] }),
    );
    const response = await read(connection);
    expect(response.status).toBe(status);
    if (status === 416) expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
    if (status === 206) expect(response.body.length).toBe(4);
    connection.write(write({ target: '/favicon.svg' }));
    expect((await read(connection)).status).toBe(200);
  });
});

test('these tests can fail: Node’s own server responds to two hosts with 200', async () => {
  const server = createServer((_request, response) => response.end('fine'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const connection = new RawConnection(typeof address === 'object' && address ? address.port : 0);
  connection.write(write({ target: '/', headers: ['Host: a', 'Host: b'] }));
  expect((await read(connection)).status).toBe(200);
  connection.destroy();
  server.closeAllConnections();
  server.close();
});
