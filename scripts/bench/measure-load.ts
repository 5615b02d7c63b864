import autocannon from 'autocannon';
import { type RunningSite, startSite } from '../site/start-site.ts';
import { createTurns } from './create-turns.ts';
import type { Goal, Measurement } from './results.ts';
import { readCpuTime, startNaive, startOurs } from './servers.ts';

type Figures = Pick<Measurement, 'ours' | 'naive' | 'bare'>;

/** The maxima of our CPU time. */
const third: Goal = { max: 3, of: 'bare' };
const quarter: Goal = { max: 4, of: 'bare' };
const tenth: Goal = { max: 0.1, of: 'naive' };
/** Our page has six times as much HTML as the naive one, and React Router renders it. */
const nearNaive: Goal = { max: 1.2, of: 'naive' };
const aboveNaive: Goal = { max: 2.6, of: 'naive' };

/** Microseconds of CPU for a response, in rounds of some seconds. Throws unless both home pages have the same words. */
export async function measureLoad(rounds: number, seconds: number): Promise<Measurement[]> {
  await using stack = new AsyncDisposableStack();
  const use = async (starting: Promise<RunningSite>) => stack.use(await starting);
  const cached = await use(startOurs({ LOG_LEVEL: 'warn' }));
  const logged = await use(startOurs());
  const rendered = await use(startOurs({ LOG_LEVEL: 'warn' }, ['--uncached']));
  const naive = await use(startNaive());
  const readHome = async ({ origin }: RunningSite) => (await fetch(origin)).text();
  const [ourHome, naiveHome] = [await readHome(cached), await readHome(naive)];
  if (!haveSameWords(ourHome, naiveHome)) {
    throw new Error('The home page of scripts/bench/naive/ has other words than ours');
  }

  const turns = createTurns('Load');
  const add = (server: RunningSite, encoding: string) =>
    turns.add(() => runLoad(server, encoding, seconds));
  /** A bare server that sends what our cached one has sent. */
  const addBare = async (encoding: string) => {
    const args = ['scripts/bench/bare-server.ts', cached.origin, encoding];
    return add(await use(startSite({}, { args })), encoding);
  };
  const [naiveBr, naiveGzip] = [add(naive, 'br'), add(naive, 'gzip')];
  const [bareBr, bareGzip] = [await addBare('br'), await addBare('gzip')];
  const row = (name: string, figures: Figures, ...goals: Goal[]): Measurement => {
    return { name: `home, ${name}, µs`, ...figures, goals };
  };
  const rows = [
    row('cached, br', { ours: add(cached, 'br'), naive: naiveBr, bare: bareBr }, third, tenth),
    row('cached, gzip', { ours: add(cached, 'gzip'), naive: naiveGzip, bare: bareGzip }, third),
    row('cached, br, with the access log', { ours: add(logged, 'br'), bare: bareBr }, quarter),
    row('rendered, br', { ours: add(rendered, 'br'), naive: naiveBr }, nearNaive),
    row('rendered, gzip', { ours: add(rendered, 'gzip'), naive: naiveGzip }, aboveNaive),
    row(
      'rendered, plain',
      { ours: add(rendered, 'identity'), naive: add(naive, 'identity') },
      aboveNaive,
    ),
  ];
  await turns.take(rounds, 1);
  return rows;
}

/** Microseconds of CPU for each response. Throws unless each is a 2xx. */
async function runLoad({ origin: url, pid }: RunningSite, encoding: string, duration: number) {
  const before = readCpuTime(pid);
  const headers = { 'accept-encoding': encoding };
  const result = await autocannon({ url, headers, connections: 16, timeout: 60, duration });
  const { total } = result.requests;
  const failed = result.errors + result.non2xx;
  if (total === 0 || failed > 0) throw new Error(`${url}: ${failed} of ${total} failed`);
  return (readCpuTime(pid) - before) / total;
}

/** Whether two pages have the same words, or the comparison is unfair. Only ours has a field for robots. */
export function haveSameWords(ours: string, naive: string): boolean {
  const [one = '', other] = [ours, naive].map((html) =>
    html.slice(html.indexOf('<body')).replace(/<script.*?<\/script>|<[^>]*>|\s/gs, ''),
  );
  return one.replace('Leavethisempty:', '') === other;
}
