import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createProgressBar } from './progress-bar.ts';
import { endOnSignal, type RunningSite, startSite } from './site/start-site.ts';

/* `npm run bench`: scripts/README.md, “Measurements”. With `--bare ORIGIN` it is the bare server. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    bare: { type: 'string' },
  },
});
const headers = { 'accept-encoding': 'br' };
await (values.bare ? serveBare(values.bare) : measure());

async function measure() {
  endOnSignal();
  const rounds = Number(values.rounds);
  await using stack = new AsyncDisposableStack();
  const start = async (LOG_LEVEL: string, ...options: string[]) => {
    // All load comes from one address.
    const environment = { MAIL: 'off', DATA_DIR: 'dist', LIMIT_UNCACHED: '1000000000', LOG_LEVEL };
    return stack.use(await startSite(environment, { args: ['dist/server/index.js', ...options] }));
  };
  const cached = await start('warn');
  const logged = await start('info');
  const rendered = await start('warn', '--uncached');
  const args = ['scripts/bench.ts', '--bare', cached.origin];
  const bare = stack.use(await startSite({}, { args }));
  const rows = [
    { name: 'cached', server: cached },
    { name: 'cached, with the access log', server: logged },
    { name: 'rendered', server: rendered },
  ];
  const measured = rows.map((row) => ({ ...row, times: [] as number[], ratios: [] as number[] }));
  const progress = createProgressBar('Load');
  // The first round warms the servers up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { server, times, ratios }] of measured.entries()) {
      const time = await runLoad(server);
      const ratio = time / (await runLoad(bare));
      if (round > 0) times.push(time);
      if (round > 0) ratios.push(ratio);
      progress.update(round * rows.length + index + 1, (rounds + 1) * rows.length);
    }
  }
  progress.end();
  const table = measured.map(({ name, times, ratios }) => [
    name,
    { µs: getMedian(times).toFixed(0), 'of bare': getMedian(ratios).toFixed(1) },
  ]);
  console.table(Object.fromEntries(table));
}

/** Microseconds of CPU for each response of the home page. Throws unless each is a 2xx. */
async function runLoad({ origin: url, pid }: RunningSite): Promise<number> {
  const before = readCpuTime(pid);
  const duration = Number(values.seconds);
  const result = await autocannon({ url, headers, connections: 16, timeout: 60, duration });
  const failed = result.errors + result.non2xx;
  if (result.requests.total === 0 || failed > 0)
    throw new Error(`${url}: ${failed} requests failed`);
  return (readCpuTime(pid) - before) / result.requests.total;
}

/** User and system time of a process so far: microseconds (proc(5), /proc/PID/stat). */
function readCpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name, which may contain spaces; fields 14 and 15 are the times, in 10 ms (USER_HZ is 100).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The value in the middle, the upper one of two. */
function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Serves the bytes of a recorded home page on `PORT`. */
async function serveBare(url: string) {
  const request = get(url, { headers }); // `fetch` would decode the body.
  const [recorded]: IncomingMessage[] = await once(request, 'response');
  if (!recorded) throw new Error(`No response to ${url}`);
  const {
    date: _date,
    connection: _connection,
    'transfer-encoding': _coding,
    ...sent
  } = recorded.headers;
  const body = await buffer(recorded);
  const server = createServer((_request, response) => response.writeHead(200, sent).end(body));
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}
