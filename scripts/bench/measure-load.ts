import { join } from 'node:path';
import autocannon from 'autocannon';
import { type RunningSite, startSite } from '../start-site.ts';
import type { Measurement } from './results.ts';
import { readCpuTime, startNaive, startOurs } from './servers.ts';
import { takeTurns } from './take-turns.ts';

/** What a server is asked for again and again. */
interface Target {
  readonly server: RunningSite;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Microseconds of CPU for each response, one value of each round. */
  readonly cpu: number[];
}

/** @returns rows with a value of each round. Throws when the naive home page has other words than ours */
export async function measureLoads(
  rounds: number,
  seconds: number,
): Promise<readonly Measurement[]> {
  await using stack = new AsyncDisposableStack();
  const use = async (starting: Promise<RunningSite>) => stack.use(await starting);
  const targets: Target[] = [];
  const addTarget = (server: RunningSite, path: string, headers: Target['headers']) => {
    const cpu: number[] = [];
    targets.push({ server, path, headers, cpu });
    return cpu;
  };
  const rows = await prepareRows(use, addTarget);
  const loads = targets.map((target) => () => runLoad(target, seconds));
  await takeTurns('Load', rounds + 1, loads);
  // The first round warms up and does not count.
  for (const { cpu } of targets) cpu.shift();
  return rows;
}

/** Starts the servers, and says what is compared with what; the figures follow. */
async function prepareRows(
  use: (starting: Promise<RunningSite>) => Promise<RunningSite>,
  addTarget: (server: RunningSite, path: string, headers: Target['headers']) => readonly number[],
): Promise<readonly Measurement[]> {
  const cached = await use(startOurs({ LOG_LEVEL: 'warn' }));
  const logged = await use(startOurs());
  const rendered = await use(startOurs({ LOG_LEVEL: 'warn', PAGE_CACHE: 'off' }));
  const naive = await use(startNaive());
  const [ourHome, naiveHome] = [await readHome(cached), await readHome(naive)];
  if (readWords(ourHome) !== readWords(naiveHome))
    throw new Error(`Other words:\n${readWords(ourHome)}\n\n${readWords(naiveHome)}`);
  const [brotli, gzip] = [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }];
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(ourHome) ?? [];
  const { headers } = await fetch(cached.origin, { headers: brotli });
  const conditional = { ...brotli, 'if-none-match': headers.get('etag') ?? '' };

  /** Our cached server and a bare one that sends what ours has sent. */
  const besideBare = async (name: string, path: string, sent: Target['headers']) => {
    const file = join(import.meta.dirname, 'bare-server.ts');
    const bare = await use(
      startSite({}, { args: [file, cached.origin + path, JSON.stringify(sent)] }),
    );
    const figures = { ours: addTarget(cached, path, sent), bare: addTarget(bare, path, sent) };
    return { name, unit: 'µs', ...figures, goal: { max: 1 / 0.95, of: 'bare' } } as const;
  };
  const home = await besideBare('home, cached, br', '/', brotli);
  const size = (html: string) => [Buffer.byteLength(html) / 1000];
  return [
    { ...home, naive: addTarget(naive, '/', brotli) },
    {
      ...(await besideBare('home, cached, gzip', '/', gzip)),
      naive: addTarget(naive, '/', gzip),
    },
    {
      ...{ ...home, name: 'home, cached, br, with the access log' },
      ours: addTarget(logged, '/', brotli),
      goal: { max: 1 / 0.8, of: 'bare' },
    },
    await besideBare('home, not modified (304)', '/', conditional),
    {
      ...(await besideBare('a script file, br', script, brotli)),
      naive: addTarget(naive, '/client.js', brotli),
    },
    ...['br', 'gzip', 'identity'].map(
      (encoding): Measurement => ({
        ...{ name: `home, rendered each time, ${encoding}`, unit: 'µs' },
        ours: addTarget(rendered, '/', { 'accept-encoding': encoding }),
        naive: addTarget(naive, '/', { 'accept-encoding': encoding }),
        goal: { max: 1, of: 'naive' },
      }),
    ),
    {
      ...{ name: 'home, HTML as text', unit: 'kB', goal: { max: 35 } },
      ...{ ours: size(ourHome), naive: size(naiveHome) },
    },
  ];
}

/** Sends the request over 16 connections. Throws unless each response is a 2xx or 3xx. */
async function runLoad({ server, path, headers, cpu }: Target, duration: number): Promise<void> {
  const { origin: url, pid } = server;
  const before = readCpuTime(pid);
  const requests = [{ method: 'GET' as const, path, headers }];
  const result = await autocannon({ url, connections: 16, timeout: 60, duration, requests });
  const { total } = result.requests;
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (total === 0 || failed > 0) throw new Error(`${url}: ${failed} of ${total} failed`);
  cpu.push((readCpuTime(pid) - before) / total);
}

async function readHome({ origin }: RunningSite): Promise<string> {
  return (await fetch(origin)).text();
}

/** What people read on a page, however it is marked up. */
function readWords(html: string): string {
  const body = (/<body.*<\/body>/s.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '');
  return (body.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []).join(' ');
}
