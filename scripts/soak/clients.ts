import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type autocannon from 'autocannon';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const paths = [...pages, ...createResources(publishedContent)].flatMap(({ path }) => path ?? []);

/**
 * A mixture of requests, in turn: every page and resource in each encoding, and again with its ETag; hostile
 * requests, all different, so that a server that stores something for each of them grows; and subscriptions, half of
 * them of known subscribers.
 */
export async function createRequests(origin: string, isOurs: boolean) {
  const visited = isOurs ? [...paths, '/events?city=berlin', '/events?view=calendar'] : ['/'];
  const reads: autocannon.Request[] = [];
  for (const path of visited) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      reads.push({ path, headers: { 'accept-encoding': encoding } });
    }
    const etag = (
      await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })
    ).headers.get('etag');
    if (etag) reads.push({ path, headers: { 'if-none-match': etag } });
  }
  const hostile = [
    (some: string) => `/${some}`,
    (some: string) => `/events?city=${some}&month=${some}&event=${some}`,
    (some: string) => `/..%2f..%2f${some}/etc/passwd`,
    (some: string) => `/%${some}`,
    (some: string) => `/newsletter/confirm?token=${some}`,
    (some: string) => `/${some.repeat(700)}`,
  ].map((format) => ({
    setupRequest: (request: autocannon.Request) => {
      const some = createName();
      const headers = { ...request.headers, cookie: some, 'user-agent': some };
      return { ...request, path: format(some), headers };
    },
  }));
  const subscribe: autocannon.Request = {
    method: 'POST',
    path: '/newsletter',
    headers: form,
    setupRequest: (request) => {
      const name = Math.random() < 0.5 ? createName(200) : createName();
      return { ...request, body: `email=soak-${name}%40example.com&topic=` };
    },
  };
  return [...reads, ...hostile, subscribe];
}

const createName = (count = 2 ** 40) => Math.floor(Math.random() * count).toString(36);

const get = `GET / HTTP/1.1\r\nhost: soak\r\n`;
const post = `POST /newsletter HTTP/1.1\r\nhost: soak\r\ncontent-type: ${form['content-type']}\r\n`;

/** The bytes of a kind of client, and how many such clients there are at any time. */
interface BadClient {
  readonly count: number;
  readonly sends: string;
  /** Sent every 300 ms until the server closes the connection. A client without it reads 16 kB every 300 ms. */
  readonly adds?: string;
  /** Milliseconds after which it closes the connection at the latest. */
  readonly stays: number;
}

const badClients: readonly BadClient[] = [
  { count: 12, sends: get, adds: 'x-drop: 1\r\n', stays: 60_000 },
  { count: 8, sends: `${post}content-length: 1000\r\n\r\n`, adds: 'a', stays: 60_000 },
  { count: 1, sends: `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`, stays: 500 },
  { count: 1, sends: `${get}x: ${'y'.repeat(20_000)}\r\n\r\n`, stays: 500 },
  { count: 8, sends: `${get}\r\n`.repeat(100), stays: 20_000 },
  { count: 1, sends: 'GET / HTTP/1.1\r\nho', stays: 20 },
  { count: 1, sends: `${post}content-length: 40\r\n\r\nemail=`, stays: 20 },
  { count: 1, sends: `${get}\r\n`.repeat(3), stays: 20 },
];

/** Runs slow, wrong and aborting clients repeatedly until the signal. */
export async function runBadClients(port: number, signal: AbortSignal): Promise<void> {
  const runOne = async (client: BadClient) => {
    while (!signal.aborted) {
      await visit(port, client, signal);
      await sleep(50);
    }
  };
  await Promise.all(
    badClients.flatMap((client) => Array.from({ length: client.count }, () => runOne(client))),
  );
}

async function visit(port: number, { sends, adds, stays }: BadClient, signal: AbortSignal) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // A reset is one way to be cut off.
  if (adds === undefined) socket.pause();
  else socket.resume();
  socket.write(sends);
  const timer = setInterval(() => {
    if (adds === undefined) socket.read(16_384);
    else if (socket.writable) socket.write(adds);
  }, 300);
  const end = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(Math.random() * stays))]);
  await once(socket, 'close', { signal: end }).catch(() => {});
  clearInterval(timer);
  if (Math.random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
}
