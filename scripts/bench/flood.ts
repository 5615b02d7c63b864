import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { parseAmount, parseOptions } from '../parse-options.ts';
import { getFreePort } from '../site/get-free-port.ts';
import { startSite } from '../site/start-site.ts';
import { getMedian } from './results.ts';
import { readMemory } from './servers.ts';

/* How visitors notice floods: scripts/README.md, “Measurements”. A flood lasts some seconds. It comes from other
   loopback addresses than the visitors, and from a thread of its own. */

const { values } = parseOptions({
  server: { type: 'string', default: 'dist/server/index.js' },
  seconds: { type: 'string', default: '8' },
});
const duration = parseAmount(values.seconds) * 1_000;
/** Enough client addresses that none exceeds its limit of connections. */
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7'];

const write = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

/** Opens connections of a flood, and does something with each. */
function open(port: number, count: number, use: (socket: Socket) => void) {
  for (let number = 0; number < count; number += 1) {
    const localAddress = addresses[number % addresses.length] ?? '';
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {}); // The server closes it to free a connection.
    use(socket);
  }
}

/** Requests a path again as soon as a response begins. */
const requestRepeatedly = (path: string) => (socket: Socket) => {
  socket.on('connect', () => socket.write(write(path)));
  socket.on('data', (chunk) => {
    if (chunk.subarray(0, 9).equals(statusLine)) socket.write(write(path));
  });
};
const statusLine = Buffer.from('HTTP/1.1 ');

interface Ports {
  readonly port: number;
  readonly metricsPort: number;
}

const floods: Readonly<Record<string, (ports: Ports) => void>> = {
  '900 connections, cached page': ({ port }) => open(port, 900, requestRepeatedly('/about')),
  '300 connections, rendered page': ({ port }) => open(port, 300, requestRepeatedly('/%zz')),
  'connections that say nothing': ({ port }) =>
    void setInterval(() => open(port, 20, () => {}), 20),
  '2,000 pipelined scrapes of the metrics': ({ metricsPort }) =>
    open(metricsPort, 1, (socket) => socket.write(write('/metrics').repeat(2_000))),
};

/** Requests a cached page. @returns whether the response is complete */
function ask(port: number, agent: Agent): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const fail = () => resolve(false);
  const request = get({ host: '127.0.0.1', port, path: '/about', agent }, (response) => {
    response.on('error', fail).on('end', () => resolve(true));
    response.resume();
  });
  request.on('error', fail).setTimeout(30_000, () => request.destroy(new Error('Too late')));
  return promise;
}

/** One visitor with a new connection for each request, and four with persistent connections and occasional requests. */
async function measure(name: string) {
  const metricsPort = await getFreePort();
  const environment = {
    ...{ MAIL: 'off', DATA_DIR: 'dist', LOG_LEVEL: 'error' },
    ...{ LIMIT_UNCACHED: '1000000000', METRICS_PORT: String(metricsPort) },
  };
  await using site = await startSite(environment, { args: [values.server], flags: [] });
  const port = Number(new URL(site.origin).port);
  await ask(port, new Agent());
  const flood = new Worker(new URL(import.meta.url), { workerData: { name, port, metricsPort } });
  await sleep(100);
  const deadline = performance.now() + duration;
  const waits: number[] = [];
  let [asked, cutOff, memory] = [0, 0, 0];
  const visit = async (agent: Agent, pause: number, isNew: boolean) => {
    while (performance.now() < deadline) {
      const startedAt = performance.now();
      const isWhole = await ask(port, agent);
      asked += 1;
      if (!isWhole) cutOff += 1;
      if (isNew) waits.push(performance.now() - startedAt);
      memory = Math.max(memory, readMemory(site.pid));
      await sleep(pause);
    }
    agent.destroy();
  };
  const regulars = Array.from({ length: 4 }, () =>
    visit(new Agent({ keepAlive: true }), 300, false),
  );
  await Promise.all([visit(new Agent(), 50, true), ...regulars]);
  await flood.terminate();
  const seconds = (milliseconds: number) => Number((milliseconds / 1_000).toFixed(2));
  return {
    flood: name,
    'new connection, median, s': seconds(getMedian(waits)),
    'worst, s': seconds(Math.max(...waits)),
    'good requests': asked,
    'cut off': cutOff,
    'memory, MB': Math.round(memory),
  };
}

if (isMainThread) {
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  for (const name of Object.keys(floods)) rows.push(await measure(name));
  console.table(rows);
} else {
  const { name, ...ports } = workerData;
  floods[name]?.(ports);
}
