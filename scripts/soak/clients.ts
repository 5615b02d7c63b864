import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fontFiles } from '#client/styles/font-files.ts';
import { drawnFiles } from '#shared/drawn-files.ts';
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
const paths = [
  ...[...pages, ...createResources(publishedContent)].flatMap(({ path }) => path ?? []),
  ...Object.values(fontFiles),
  ...Object.values(drawnFiles),
  '/events?city=berlin',
  '/events?format=online&view=calendar',
];
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const head = 'host: soak\r\ncontent-type: application/x-www-form-urlencoded\r\n';

/** Reads a page, resource or file, half of the time a second time with its ETag. */
const read: Client = async (port) => {
  const path = pick(paths);
  const headers = { 'accept-encoding': pick(['br', 'gzip', 'zstd', 'gzip, br', 'identity', '']) };
  const { status, etag } = await send(port, { path, headers });
  if (status !== 200) throw new Error(`${path} is a ${status}`);
  if (!etag || Math.random() < 0.5) return `read: ${status}`;
  const conditional = { ...headers, 'if-none-match': etag };
  const method = pick(['GET', 'HEAD']);
  const { status: second } = await send(port, { path, method, headers: conditional });
  if (second !== 200 && second !== 304) throw new Error(`${path} with its ETag is a ${second}`);
  return `read again: ${second}`;
};

/** No two of these requests are alike: a server that stores something for each of them grows. */
const attack: Client = async (port) => {
  const some = Math.floor(Math.random() * 2 ** 40).toString(36);
  const path = pick([
    `/${some}`,
    `/events?city=${some}&month=${some}&event=${some}`,
    `/..%2f..%2f${some}/etc/passwd`,
    `/assets/${some}.js`,
    `/%${some}`,
    `/newsletter/confirm?token=${some}`,
    `/${some.repeat(700)}`,
  ]);
  const { status } = await send(port, { path, headers: { cookie: some, 'user-agent': some } });
  if (status >= 500) throw new Error(`${path.slice(0, 80)} is a ${status}`);
  return `hostile: ${status}`;
};

/** Half of them from people who have subscribed before. */
const subscribe: Client = async (port) => {
  const person = Math.floor(Math.random() * (Math.random() < 0.5 ? 200 : 2 ** 40)).toString(36);
  const body = `email=soak-${person}%40example.com&topic=`;
  const { status } = await send(port, { method: 'POST', path: '/newsletter', headers: form, body });
  // 429 where one address asks more often than it may.
  if (![200, 303, 429].includes(status)) throw new Error(`Subscribing is a ${status}`);
  return `subscribe: ${status}`;
};

/** Begins a request and sends a little more of it every 300 ms. */
function drip(kind: string, start: string, piece: string): Client {
  return async (port, signal) => {
    const socket = await open(port);
    socket.write(start);
    const timer = setInterval(() => socket.writable && socket.write(piece), 300);
    const status = await waitForEnd(socket, signal).finally(() => clearInterval(timer));
    return `${kind}: ${status}`;
  };
}

/** Requests a lot at once and reads 16 kB of it every 200 ms. */
const readSlowly: Client = async (port, signal) => {
  const socket = await open(port);
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\n${head}\r\n`.repeat(200));
  const until = performance.now() + Math.random() * 20_000;
  while (performance.now() < until && !signal.aborted && !socket.destroyed) {
    socket.read(16_384);
    await sleep(200);
  }
  socket.destroy();
  return 'slow reader: went away';
};

/** Goes away in its head, in its body or while it is served, half of them by a reset. */
const abort: Client = async (port) => {
  const socket = await open(port);
  const [how, start] = pick([
    ['in its head', 'GET / HTTP/1.1\r\nho'],
    ['in its body', `POST /newsletter HTTP/1.1\r\n${head}content-length: 40\r\n\r\nemail=`],
    ['while it is served', `GET /events?city=${Math.random()} HTTP/1.1\r\n${head}\r\n`.repeat(3)],
  ] as const);
  socket.write(start);
  await sleep(Math.random() * 20);
  if (Math.random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
  return `abort: ${how}`;
};

/** Sends bytes that are no request of this protocol. */
const sendNonsense: Client = async (port, signal) => {
  const socket = await open(port);
  socket.end(
    pick([
      `${Math.random()}\u0000\u001b`,
      `GET / HTTP/1.1\r\n${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET / HTTP/1.1\r\n${head}x: ${'y'.repeat(20_000)}\r\n\r\n`,
    ]),
  );
  return `nonsense: ${await waitForEnd(socket, signal)}`;
};

const body = `POST /newsletter HTTP/1.1\r\n${head}content-length: 1000\r\n\r\n`;

/** The clients, and how many of each at any time. */
export const clients: readonly (readonly [visit: Client, count: number])[] = [
  [read, 8],
  [attack, 3],
  [subscribe, 1],
  [drip('slow head', `GET / HTTP/1.1\r\n${head}`, 'x-drop: 1\r\n'), 12],
  [drip('slow body', body, 'a'), 8],
  [readSlowly, 8],
  [abort, 3],
  [sendNonsense, 1],
];

/** The status that a client is sent away with. */
async function waitForEnd(socket: Socket, signal: AbortSignal): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => {
    if (received.length < 100) received += chunk;
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxSlowVisit)]);
  await once(socket, 'close', { signal: limit }).catch(() => {});
  const isOpen = !socket.destroyed;
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 'closed';
  if (Number(status) >= 500) throw new Error(`A bad client got a ${status}`);
  if (isOpen && !signal.aborted) throw new Error('A bad client was never cut off');
  return status;
}

async function open(port: number): Promise<Socket> {
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
function send(port: number, { body, ...options }: Sent) {
  return new Promise<{ status: number; etag: string | undefined }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, ...options }, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.on('error', reject).on('end', () => resolve({ status, etag: headers.etag }));
      response.resume();
    });
    sent.setTimeout(maxResponseTime, () => sent.destroy(new Error('No response in ten seconds')));
    sent.on('error', reject);
    sent.end(body);
  });
}

function pick<Value>(values: readonly Value[]): Value {
  const picked = values[Math.floor(Math.random() * values.length)];
  if (picked === undefined) throw new Error('Nothing to pick from');
  return picked;
}
