import { once } from 'node:events';
import { expect, test } from 'vitest';
import { host, RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

const large = '/assets/large-AB12CD34.js';
/** A request of each kind: files, cached responses, pages that wait for their shell or a part, forms. */
const targets = [
  ...[large, '/favicon.svg', '/', '/no-such-page', '/feed.xml', '/About/', '/healthz', '/%zz'],
  ...['/manifesto', '/about', '/newsletter/confirm?token=a'],
];
const form = (length: number, ...more: readonly string[]) =>
  write({
    method: 'POST',
    target: '/newsletter',
    headers: [
      ...[host, 'Content-Type: application/x-www-form-urlencoded', `Content-Length: ${length}`],
      ...more,
    ],
    body: 'email=asha%40example.com',
  });

/** The bytes that a client sends before it disconnects. */
const requests: readonly Buffer[] = [
  ...targets.flatMap((target) => {
    const get = write({ target });
    const others = ['HEAD', 'POST', 'DELETE'].map((method) => write({ method, target }));
    const conditions = ['Range: bytes=0-9', 'If-None-Match: *', 'Connection: close'];
    return [
      ...[get, ...others, ...conditions.map((line) => write({ target, headers: [host, line] }))],
      ...[2, 8, 9].map((count) => Buffer.concat(Array(count).fill(get))),
      Buffer.concat([write({ target: '/' }), get, write({ target: large })]),
      Buffer.concat([get, Buffer.from('NO HTTP\r\n\r\n')]),
      Buffer.concat([get, write({ target, headers: [host, 'Expect: nothing'] }), get]),
    ];
  }),
  ...[form(24), form(1_000), form(5_000), form(24, 'Expect: 100-continue')],
  ...[form(1_000, 'Content-Encoding: gzip'), Buffer.concat([form(24), form(1_000)])],
  Buffer.from(`GET / HTTP/1.1\r\n${host}`),
];

/** The ways to disconnect. */
const ways: Readonly<Record<string, (connection: RawConnection) => unknown>> = {
  'resets at once': ({ socket }) => socket.resetAndDestroy(),
  'resets within the response': async ({ socket }) => {
    const ended = [once(socket, 'data'), once(socket, 'close')];
    await Promise.race(ended).catch(() => {}); // The server may have reset it.
    socket.resetAndDestroy();
  },
  'closes its side': ({ socket }) => socket.end(),
  'reads nothing': ({ socket }) => socket.pause(),
  'says no more': () => {},
};

test('whatever a client requests and however it disconnects, no file, timer or connection stays open', async () => {
  const folder = await makeFolder({ [`client${large}`]: 'a'.repeat(3_000_000) });
  const server = await startServer(
    { ASSETS_DIR: folder },
    'tests/server/hostile/counting-process.ts',
  );
  const port = await readPort(server);
  const count = async () => JSON.parse(`${(await askPort(port, { path: '/resources' })).body}`);
  const meet = async (bytes: Buffer, leave: (connection: RawConnection) => unknown) => {
    const connection = new RawConnection(port);
    await once(connection.socket, 'connect');
    connection.write(bytes);
    await leave(connection);
    return connection;
  };
  // On a busy machine a first response may exceed the short limits.
  for (const path of [large, '/', '/no-such-page', '/feed.xml'])
    await expect.poll(() => askPort(port, { path })).toHaveProperty('status');
  // Everything that the requests have opened is closed.
  await expect.poll(count).not.toHaveProperty('FSReqCallback');
  const before = await count();
  for (const [name, leave] of Object.entries(ways)) {
    const connections = await Promise.all(requests.map((bytes) => meet(bytes, leave)));
    // The server's timeouts end each connection.
    await expect.poll(count, { message: name }).toEqual(before);
    for (const connection of connections) connection.destroy();
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
});
