import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, type Random } from './random.ts';

/** A client that is slow on purpose has to be cut off by then, in milliseconds. */
const patience = 45_000;

/** What one visit of a rude client came to. An outcome of `failed` should not have been. */
export interface Visit {
  readonly kind: string;
  readonly outcome: string;
  readonly failed?: boolean;
}

export type RudeClient = (port: number, random: Random, signal: AbortSignal) => Promise<Visit>;

/** Sends the head of a request, one line every 300 ms, for ever. */
export const dripHead: RudeClient = (port, _random, signal) =>
  drip('slow head', port, ['GET / HTTP/1.1\r\nhost: soak\r\n', 'x-drop: 1\r\n'], signal);

/** Announces a body and sends a byte of it every 300 ms. */
export const dripBody: RudeClient = (port, _random, signal) => {
  const head = [
    'POST /newsletter HTTP/1.1',
    'host: soak',
    'content-type: application/x-www-form-urlencoded',
    'content-length: 1000',
  ];
  return drip('slow body', port, [`${head.join('\r\n')}\r\n\r\n`, 'a'], signal);
};

/** Asks for a lot at once and takes 16 kB of it every 200 ms, for as long as it likes. */
export const readSlowly: RudeClient = async (port, random, signal) => {
  const socket = await open(port);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: soak\r\naccept-encoding: identity\r\n\r\n'.repeat(200));
  const time = 2_000 + random() * 18_000;
  const until = performance.now() + time;
  let taken = 0;
  while (performance.now() < until && !signal.aborted && !socket.destroyed) {
    const chunk: unknown = socket.read(16_384);
    if (Buffer.isBuffer(chunk)) taken += chunk.length;
    await sleep(200);
  }
  socket.destroy();
  return {
    kind: 'slow reader',
    outcome: taken > 0 ? 'went away' : 'got nothing',
    failed: taken === 0 && time > 10_000 && !signal.aborted,
  };
};

/** Goes away in the middle: of its own head, of its own body, at once, or of the answer. */
export const abort: RudeClient = async (port, random, signal) => {
  const how = pick(random, [
    'in its head',
    'in its body',
    'after asking',
    'in the answer',
  ] as const);
  const socket = await open(port);
  const page = pick(random, ['/', '/events', `/events?city=${random()}`, '/manifesto'] as const);
  if (how === 'in its head') socket.write(`GET ${page} HTTP/1.1\r\nho`);
  else if (how === 'in its body') {
    socket.write(
      'POST /newsletter HTTP/1.1\r\nhost: soak\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 40\r\n\r\nemail=',
    );
  } else socket.write(`GET ${page} HTTP/1.1\r\nhost: soak\r\n\r\n`.repeat(3));
  if (how === 'in the answer') {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    await once(socket, 'data', { signal: limit }).catch(() => {});
  } else await sleep(random() * 10);
  // Half of them with a reset instead of an orderly end.
  if (random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
  return { kind: 'abort', outcome: how };
};

/** Asks once and keeps its connection for a while without a word. */
export const idle: RudeClient = async (port, random, signal) => {
  const socket = await open(port);
  socket.write('GET /blog HTTP/1.1\r\nhost: soak\r\n\r\n');
  socket.resume();
  await sleep(random() * 20_000, undefined, { signal }).catch(() => {});
  socket.end();
  socket.destroySoon();
  return { kind: 'idle', outcome: 'went away' };
};

/** Bytes that are no request of this protocol. */
export const talkNonsense: RudeClient = async (port, random, signal) => {
  const socket = await open(port);
  const noise = Buffer.from(Array.from({ length: 64 }, () => Math.floor(random() * 256)));
  // Ended at once, or an answer that is no refusal would leave the connection open for the next.
  socket.end(
    pick<string | Buffer>(random, [
      noise,
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]),
  );
  return { kind: 'nonsense', ...(await readEnd(socket, signal)) };
};

async function drip(
  kind: string,
  port: number,
  [first, drop]: readonly [string, string],
  signal: AbortSignal,
): Promise<Visit> {
  const socket = await open(port);
  socket.write(first);
  const dripping = setInterval(() => socket.writable && socket.write(drop), 300);
  const end = await readEnd(socket, signal);
  clearInterval(dripping);
  return { kind, ...end };
}

/** The status a client is sent away with. It is one itself only when the load is over. */
async function readEnd(socket: Socket, signal: AbortSignal): Promise<Omit<Visit, 'kind'>> {
  let answer = '';
  socket.on('data', (chunk) => {
    if (answer.length < 100) answer += chunk;
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const isCut = await once(socket, 'close', { signal: limit }).then(
    () => true,
    () => false,
  );
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  if (isCut) return { outcome: status ?? 'closed', failed: Number(status) >= 500 };
  if (signal.aborted) return { outcome: 'the load was over' };
  return { outcome: 'was never cut off', failed: true };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // A reset is one of the ways to be cut off.
  await once(socket, 'connect');
  return socket;
}
