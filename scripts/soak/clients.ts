import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';

/**
 * One visit of a client. Resolves to its outcome in words; throws what should not have happened. The
 * load is over when the signal is aborted.
 */
type Client = (port: number, signal: AbortSignal) => Promise<string>;

const maxSlowVisit = 45_000; // milliseconds; a slow client is cut off by then
const maxResponseTime = 10_000; // milliseconds

/** Its connections stay open between visits. */
export const agent = new Agent({ keepAlive: true, maxSockets: 24 });
const paths = [...pages, ...createResources(publishedContent)].flatMap(({ path }) => path ?? []);
const encodings = ['br', 'gzip', 'zstd', 'gzip, br', 'identity', ''];
const form = 'content-type: application/x-www-form-urlencoded';
const get = `GET / HTTP/1.1\r\nhost: soak\r\n`;
const post = `POST /newsletter HTTP/1.1\r\nhost: soak\r\n${form}\r\n`;

/** Reads a page or resource, and a second time with its ETag. */
const read: Client = async (port) => {
  const path = pick([...paths, '/events?city=berlin', '/events?format=online&view=calendar']);
  const headers = { 'accept-encoding': pick(encodings) };
  const { status, etag = '' } = await send(port, { path, headers });
  const { status: second } = await send(port, {
    path,
    headers: { ...headers, 'if-none-match': etag },
  });
  if (status !== 200 || second !== 304) throw new Error(`${path} is a ${status}, then a ${second}`);
  return 'read, and read again';
};

/** No two of these requests are alike: a server that stores something for each of them grows. */
const attack: Client = async (port) => {
  const some = Math.floor(Math.random() * 2 ** 40).toString(36);
  const path = pick([
    `/${some}`,
    `/events?city=${some}&month=${some}&event=${some}`,
    `/..%2f..%2f${some}/etc/passwd`,
    `/%${some}`,
    `/newsletter/confirm?token=${some}`,
    `/${some.repeat(700)}`,
  ]);
  const { status } = await send(port, { path, headers: { cookie: some, 'user-agent': some } });
  if (status >= 500) throw new Error(`${path.slice(0, 80)} is a ${status}`);
  return `hostile: ${status}`;
};

/** Half of them from people who have subscribed before; 429 where one asks more often than it may. */
const subscribe: Client = async (port) => {
  const person = Math.floor(Math.random() * (Math.random() < 0.5 ? 200 : 2 ** 40)).toString(36);
  const body = `email=soak-${person}%40example.com&topic=`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await send(port, { method: 'POST', path: '/newsletter', headers, body });
  if (![200, 303, 429].includes(status)) throw new Error(`Subscribing is a ${status}`);
  return `subscribe: ${status}`;
};

/** Sends bytes, then a little more every 300 ms, until the server cuts it off. */
function drip(kind: string, start: string, piece = ''): Client {
  return async (port, signal) => {
    const socket = await open(port);
    let received = '';
    socket.on('data', (chunk) => {
      if (received.length < 100) received += chunk;
    });
    socket.write(start);
    const timer = setInterval(() => socket.writable && socket.write(piece), 300);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxSlowVisit)]);
    await once(socket, 'close', { signal: limit }).catch(() => {});
    clearInterval(timer);
    const isOpen = !socket.destroyed;
    socket.destroy();
    const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 'closed';
    if (Number(status) >= 500) throw new Error(`${kind}: a ${status}`);
    if (isOpen && !signal.aborted) throw new Error(`${kind}: never cut off`);
    return `${kind}: ${status}`;
  };
}

/** Requests a lot at once, reads 16 kB of it every 200 ms, and goes away at some time. */
function leave(kind: string, start: string, maxStay: number): Client {
  return async (port, signal) => {
    const socket = await open(port);
    socket.pause();
    socket.write(start);
    const until = performance.now() + Math.random() * maxStay;
    while (performance.now() < until && !signal.aborted && !socket.destroyed) {
      socket.read(16_384);
      await sleep(Math.min(200, maxStay));
    }
    if (Math.random() < 0.5) socket.resetAndDestroy();
    else socket.destroy();
    return `${kind}: went away`;
  };
}

/** The clients, and how many of each at any time. */
export const clients: readonly (readonly [visit: Client, count: number])[] = [
  [read, 8],
  [attack, 3],
  [subscribe, 1],
  [drip('slow head', get, 'x-drop: 1\r\n'), 12],
  [drip('slow body', `${post}content-length: 1000\r\n\r\n`, 'a'), 8],
  [drip('two lengths', `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`), 1],
  [drip('long header', `${get}x: ${'y'.repeat(20_000)}\r\n\r\n`), 1],
  [leave('slow reader', `${get}\r\n`.repeat(200), 20_000), 8],
  [leave('aborts its head', 'GET / HTTP/1.1\r\nho', 20), 1],
  [leave('aborts its body', `${post}content-length: 40\r\n\r\nemail=`, 20), 1],
  [leave('aborts the response', `${get}\r\n`.repeat(3), 20), 1],
];

async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // A reset is one of the ways to be cut off.
  await once(socket, 'connect');
  return socket;
}

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Not `fetch`, which normalises addresses. */
async function send(port: number, { body, ...options }: Sent) {
  const sent = request({ host: '127.0.0.1', port, agent, timeout: maxResponseTime, ...options });
  sent.on('timeout', () => sent.destroy(new Error('No response in ten seconds')));
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  const { statusCode: status, headers } = response;
  return { status: Number(status), etag: headers.etag };
}

function pick<Value>(values: readonly Value[]): Value {
  const picked = values[Math.floor(Math.random() * values.length)];
  if (picked === undefined) throw new Error('Nothing to pick from');
  return picked;
}
