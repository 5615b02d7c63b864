import autocannon from 'autocannon';
import { type RunningSite, startSite } from '../start-site.ts';
import { createTurns } from './create-turns.ts';
import type { Measurement } from './results.ts';
import { readCpuTime, startNaive, startOurs } from './servers.ts';

type Headers = Readonly<Record<string, string>>;

/** @returns rows with a value of each round */
export async function measureLoads(rounds: number, seconds: number) {
  await using stack = new AsyncDisposableStack();
  const use = async (starting: Promise<RunningSite>) => stack.use(await starting);
  const turns = createTurns('Load');
  const add = (server: RunningSite, path: string, headers: Headers) =>
    turns.add(() => runLoad(server, path, headers, seconds));
  const cached = await use(startOurs({ LOG_LEVEL: 'warn' }));
  const logged = await use(startOurs());
  const rendered = await use(startOurs({ LOG_LEVEL: 'warn' }, ['--uncached']));
  const naive = await use(startNaive());
  const readHome = async ({ origin }: RunningSite) => (await fetch(origin)).text();
  const [ourHome, naiveHome] = [await readHome(cached), await readHome(naive)];
  if (readWords(naiveHome) !== readWords(ourHome).replace('Leavethisempty:', '')) {
    throw new Error('The home page of scripts/bench/naive/ has other words than ours');
  }
  const [brotli, gzip] = [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }];
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(ourHome) ?? [];
  const { headers } = await fetch(cached.origin, { headers: brotli });
  const conditional = { ...brotli, 'if-none-match': headers.get('etag') ?? '' };

  /** Our cached server beside a bare one that sends the same response. */
  const besideBare = async (name: string, path: string, sent: Headers, naivePath?: string) => {
    const file = 'scripts/bench/bare-server.ts';
    const bare = await use(
      startSite({}, { args: [file, cached.origin + path, JSON.stringify(sent)] }),
    );
    const figures = {
      ours: add(cached, path, sent),
      bare: add(bare, path, sent),
      naive: naivePath === undefined ? [] : add(naive, naivePath, sent),
    };
    return { name, unit: 'µs', ...figures, goal: { max: 1 / 0.95, of: 'bare' } } as const;
  };
  const home = await besideBare('home, cached, br', '/', brotli, '/');
  const size = (html: string) => [Buffer.byteLength(html) / 1000];
  const rows: Measurement[] = [
    home,
    await besideBare('home, cached, gzip', '/', gzip, '/'),
    {
      ...{ ...home, naive: [], name: 'home, cached, br, with the access log' },
      ours: add(logged, '/', brotli),
      goal: { max: 1 / 0.8, of: 'bare' },
    },
    await besideBare('home, not modified (304)', '/', conditional),
    await besideBare('a script file, br', script, brotli, '/client.js'),
    ...['br', 'gzip', 'identity'].map(
      (encoding): Measurement => ({
        ...{ name: `home, rendered each time, ${encoding}`, unit: 'µs' },
        ours: add(rendered, '/', { 'accept-encoding': encoding }),
        naive: add(naive, '/', { 'accept-encoding': encoding }),
        goal: { max: 1, of: 'naive' },
      }),
    ),
    {
      ...{ name: 'home, HTML as text', unit: 'kB', goal: { max: 35 } },
      ...{ ours: size(ourHome), naive: size(naiveHome) },
    },
  ];
  await turns.take(rounds, 1);
  return rows;
}

/** Microseconds of CPU for each response. Throws unless each is a 2xx or 3xx. */
async function runLoad(server: RunningSite, path: string, headers: Headers, duration: number) {
  const { origin: url, pid } = server;
  const before = readCpuTime(pid);
  const requests = [{ method: 'GET' as const, path, headers }];
  const result = await autocannon({ url, connections: 16, timeout: 60, duration, requests });
  const { total } = result.requests;
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (total === 0 || failed > 0) throw new Error(`${url}: ${failed} of ${total} failed`);
  return (readCpuTime(pid) - before) / total;
}

/** The words of a page without the space between them. */
function readWords(html: string): string {
  return html.slice(html.indexOf('<body')).replace(/<[^>]*>|\s/g, '');
}
