import { join } from 'node:path';
import autocannon from 'autocannon';
import { createProgressBar } from '../progress-bar.ts';
import { type RunningSite, startSite } from '../start-site.ts';
import type { Row } from './results.ts';
import { readCpuTime, startOurs } from './servers.ts';

interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server, and what it is asked for again and again. */
interface Target {
  readonly server: RunningSite;
  readonly request: LoadRequest;
  /** Microseconds of CPU for each response, one value of each round. */
  readonly cpu: number[];
}

/** Targets that are compared, and the goal. The same target may stand in several rows. */
interface LoadRow extends Pick<Row, 'name' | 'goal'> {
  readonly ours: Target;
  readonly bare?: Target;
  readonly naive?: Target;
}

const target = (server: RunningSite, request: LoadRequest): Target => {
  return { server, request, cpu: [] };
};

/**
 * Every target in turn, in every round, every second round backwards: a disturbance hits all. Throws when the
 * naive home page has other words than ours.
 *
 * @param naiveArgs Node's arguments for the naive server
 */
export async function measureLoads(
  naiveArgs: readonly string[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const use = async (starting: Promise<RunningSite>) => stack.use(await starting);
  const naive = await use(startSite({}, { args: naiveArgs }));
  const cached = await use(startOurs({ LOG_LEVEL: 'warn' }));
  const [ourHome, naiveHome] = await Promise.all([cached, naive].map(readHome));
  if (!ourHome || !naiveHome || readWords(ourHome) !== readWords(naiveHome))
    throw new Error(`Other words:\n${readWords(ourHome)}\n\n${readWords(naiveHome)}`);

  const loads = await startLoads(use, { cached, naive, home: ourHome });
  const all = loads.flatMap(({ ours, bare = [], naive: theirs = [] }) => [ours, bare, theirs]);
  const targets = [...new Set(all.flat())];
  const progress = createProgressBar('Load');
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, each] of (round % 2 ? targets : targets.toReversed()).entries()) {
      await runLoad(each, seconds);
      progress.update(round * targets.length + at + 1, (rounds + 1) * targets.length);
    }
  }
  progress.end();
  // The first round warms up and does not count.
  for (const { cpu } of targets) cpu.shift();
  const size = (html: string) => [Buffer.byteLength(html) / 1000];
  return [
    ...loads.map(({ name, goal, ours, bare, naive: theirs }): Row => {
      const others = { ...(bare && { bare: bare.cpu }), ...(theirs && { naive: theirs.cpu }) };
      return { name, unit: 'µs', ours: ours.cpu, goal, ...others };
    }),
    {
      ...{ name: 'home, HTML as text', unit: 'kB', goal: { max: 35 } },
      ...{ ours: size(ourHome), naive: size(naiveHome) },
    },
  ];
}

/** Starts the other servers, and says what is compared with what. */
async function startLoads(
  use: (starting: Promise<RunningSite>) => Promise<RunningSite>,
  { cached, naive, home }: { cached: RunningSite; naive: RunningSite; home: string },
): Promise<readonly LoadRow[]> {
  const logged = await use(startOurs());
  const rendered = await use(startOurs({ LOG_LEVEL: 'warn', PAGE_CACHE: 'off' }));
  const from = (path: string, encoding: string) => {
    return { path, headers: { 'accept-encoding': encoding } };
  };
  const file = join(import.meta.dirname, 'bare-server.ts');
  /** Our cached server and a bare one that sends what ours has sent. */
  const besideBare = async (name: string, request: LoadRequest, naivePath?: string) => {
    const args = [file, cached.origin + request.path, JSON.stringify(request.headers)];
    return {
      name,
      ours: target(cached, request),
      bare: target(await use(startSite({}, { args })), request),
      ...(naivePath && { naive: target(naive, { ...request, path: naivePath }) }),
      goal: { max: 1 / 0.95, of: 'bare' } as const,
    };
  };
  const first = await besideBare('home, cached, br', from('/', 'br'), '/');
  const { headers } = await fetch(cached.origin, from('/', 'br'));
  const conditional = { ...from('/', 'br').headers, 'if-none-match': headers.get('etag') ?? '' };
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(home) ?? [];
  return [
    first,
    await besideBare('home, cached, gzip', from('/', 'gzip'), '/'),
    {
      ...{ name: 'home, cached, br, with the access log', ours: target(logged, from('/', 'br')) },
      ...{ bare: first.bare, goal: { max: 1 / 0.8, of: 'bare' } },
    },
    await besideBare('home, not modified (304)', { path: '/', headers: conditional }),
    await besideBare('a script file, br', from(script, 'br'), '/client.js'),
    ...['br', 'gzip', 'identity'].map((encoding) => ({
      name: `home, rendered each time, ${encoding}`,
      ours: target(rendered, from('/', encoding)),
      naive: target(naive, from('/', encoding)),
      goal: { max: 1, of: 'naive' } as const,
    })),
  ];
}

/** Sends the request over 16 connections. Throws unless each response is a 2xx or 3xx. */
async function runLoad({ server, request, cpu }: Target, duration: number): Promise<void> {
  const { origin: url, pid } = server;
  const before = readCpuTime(pid);
  const requests = [{ ...request, method: 'GET' as const }];
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
function readWords(html = ''): string {
  const body = (/<body.*<\/body>/s.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '');
  return (body.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []).join(' ');
}
