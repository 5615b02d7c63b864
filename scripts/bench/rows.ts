import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { RecordedResponse } from './bare-server.ts';
import type { Row } from './results.ts';
import {
  ourServer,
  type RunningServer,
  readCpuTime,
  type ServerCommand,
  startServer,
} from './servers.ts';

interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server, and what it is asked for again and again. */
interface Target {
  readonly server: RunningServer;
  readonly request: LoadRequest;
  /** Microseconds of CPU for each response, one value of each round. */
  readonly cpu: number[];
}

/** Targets that are compared, and the goal. The same target may stand in several rows. */
export interface LoadRow extends Pick<Row, 'name' | 'goal'> {
  readonly ours: Target;
  readonly bare?: Target;
  readonly naive?: Target;
}

const writtenByNode = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/**
 * Starts the servers of all rows; they end with the stack.
 *
 * @param folder for the recorded responses
 * @returns the rows, and bytes of our home page and of the naive one, by encoding
 * @throws when the naive home page has other words than ours
 */
export async function startRows(
  folder: string,
  naiveCommand: ServerCommand,
  stack: AsyncDisposableStack,
) {
  const start = async (command: ServerCommand) =>
    stack.use(await startServer(command, { pin: true }));
  const cached = await start(ourServer({ LOG_LEVEL: 'warn' }));
  const logged = await start(ourServer());
  const rendered = await start(ourServer({ LOG_LEVEL: 'warn', PAGE_CACHE: 'off' }));
  const naive = await start(naiveCommand);

  const [ourHome, naiveHome] = [await readHome(cached), await readHome(naive)];
  if (readWords(ourHome) !== readWords(naiveHome)) {
    throw new Error(`Other words:\n${readWords(ourHome)}\n\n${readWords(naiveHome)}`);
  }
  const home = (encoding: string) => ({ path: '/', headers: { 'accept-encoding': encoding } });
  const recorded = await record(cached, home('br'));
  const script = { ...home('br'), path: /\/assets\/[\w-]+\.js/.exec(ourHome)?.[0] ?? '' };
  const etag = `${recorded.headers['etag']}`;
  const conditional = { path: '/', headers: { ...home('br').headers, 'if-none-match': etag } };

  const target = (server: RunningServer, request: LoadRequest) => ({ server, request, cpu: [] });
  /** Our cached server and a bare one that sends what ours has sent. */
  const besideBare = async (name: string, request: LoadRequest, other?: LoadRequest) => {
    const file = join(folder, `${Math.random()}.json`);
    await writeFile(file, JSON.stringify(await record(cached, request)));
    const args = [join(import.meta.dirname, 'bare-server.ts'), file];
    return {
      name,
      ours: target(cached, request),
      bare: target(await start({ args, environment: {} }), request),
      ...(other && { naive: target(naive, other) }),
      goal: { max: 1 / 0.95, of: 'bare' } as const,
    };
  };
  const first = await besideBare('home, cached, br', home('br'), home('br'));
  const rows: readonly LoadRow[] = [
    first,
    await besideBare('home, cached, gzip', home('gzip'), home('gzip')),
    {
      ...{ name: 'home, cached, br, with the access log', ours: target(logged, home('br')) },
      ...{ bare: first.bare, goal: { max: 1 / 0.8, of: 'bare' } },
    },
    await besideBare('home, not modified (304)', conditional),
    await besideBare('a script file, br', script, { ...script, path: '/client.js' }),
    ...['br', 'gzip', 'identity'].map((encoding) => ({
      name: `home, rendered each time, ${encoding}`,
      ours: target(rendered, home(encoding)),
      naive: target(naive, home(encoding)),
      goal: { max: 1, of: 'naive' } as const,
    })),
  ];
  const sizes = [Buffer.byteLength(ourHome), Buffer.byteLength(naiveHome)] as const;
  return { rows, sizes };
}

/** Sends the request over 16 connections. Throws unless each response is a 2xx or 3xx. */
export async function runLoad({ server, request, cpu }: Target, duration: number): Promise<void> {
  const { origin: url, pid } = server;
  const before = readCpuTime(pid);
  const requests = [{ ...request, method: 'GET' }] as const;
  const options = { url, connections: 16, timeout: 60, duration };
  const result = await autocannon({ ...options, requests: [...requests] });
  const { total } = result.requests;
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (total === 0 || failed > 0) throw new Error(`${url}: ${failed} of ${total} failed`);
  cpu.push((readCpuTime(pid) - before) / total);
}

/**
 * The response that the server gives in the long run: it compresses a page quickly at first, and
 * better in the background once it has been requested twice. Not `fetch`, which decodes.
 */
async function record(
  { origin }: RunningServer,
  { path, headers }: LoadRequest,
): Promise<RecordedResponse> {
  for (let visit = 0; visit < 3; visit += 1) {
    await (await fetch(origin + path, { headers })).arrayBuffer();
    await sleep(1_000);
  }
  const [response]: IncomingMessage[] = await once(get(origin + path, { headers }), 'response');
  if (!response?.statusCode) throw new Error(`No response to ${path}`);
  const body = await buffer(response);
  const sent = Object.entries(response.headers).filter(([name]) => !writtenByNode.includes(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(sent),
    bodyBase64: body.toString('base64'),
  };
}

async function readHome({ origin }: RunningServer): Promise<string> {
  return (await fetch(origin)).text();
}

/** What people read on a page, however it is marked up. */
function readWords(html: string): string {
  const body = (/<body.*<\/body>/s.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '');
  return (body.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []).join(' ');
}
