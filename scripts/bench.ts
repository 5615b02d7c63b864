import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pages } from '#shared/routes.ts';
import { buildNaive } from './bench/build-naive.ts';
import { runLoad } from './bench/load.ts';
import { formatLoads, formatTable, getMedian, type Measures } from './bench/report.ts';
import { ourServer, quiet, type Side, startRows } from './bench/rows.ts';
import {
  canPin,
  moveToSecondProcessor,
  readMemory,
  type ServerCommand,
  startServer,
} from './bench/servers.ts';
import { replaceMarked } from './readme/replace-marked.ts';

/* `npm run bench`: what dist/ costs to serve, beside two references in the same run: a bare node:http
   server that sends the same bytes (bench/bare-server.ts) and a naive Express + React server with the
   same content (bench/naive/). scripts/README.md explains it and holds the tables. Linux only. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '100000' },
    readme: { type: 'boolean', default: false },
  },
});
const [rounds, seconds, requests] = [values.rounds, values.seconds, values.requests].map(Number);
if (!(rounds && seconds && requests) || Math.min(rounds, seconds, requests) < 1) {
  console.error(`npm run bench -- [--rounds 3] [--seconds 3] [--requests 100000] [--readme]

  --rounds     how often each row is measured, in turn; the medians count
  --seconds    how long each measurement takes
  --requests   how many requests before the memory is read
  --readme     puts the tables into scripts/README.md`);
  process.exit(2);
}

/** The naive server is so much slower that it gets a share of the requests. */
const naiveShare = 1 / 20;
const starts = 10;
const root = resolve(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'bench-'));

try {
  const machine = describeMachine();
  showProgress('building the naive server');
  const script = await buildNaive(join(folder, 'naive'));
  const naive = { args: [script], environment: { NODE_ENV: 'production' } };
  moveToSecondProcessor();
  const startsAndMemory = [
    ...(await measureStarts(ourServer(quiet), naive)),
    ...(await measureMemory(ourServer(quiet), naive)),
  ];
  const report = [
    machine,
    formatLoads(await measureRows(naive, { rounds, seconds })),
    formatTable(['start and memory', 'ours', 'naive', 'ratio'], startsAndMemory),
  ].join('\n\n');
  console.log(report);
  if (values.readme) {
    const readme = join(root, 'scripts/README.md');
    await writeFile(readme, replaceMarked(await readFile(readme, 'utf8'), 'benchmark', report));
  }
} finally {
  await rm(folder, { recursive: true });
}

/** Every target in turn, in every round, every second round backwards: a disturbance hits all. */
async function measureRows(naive: ServerCommand, given: { rounds: number; seconds: number }) {
  const { rows, servers } = await startRows(folder, naive);
  const targets = rows.flatMap(({ name, targets }) => {
    const measures: Measures = { ours: [], bare: [], naive: [] };
    const sides: readonly Side[] = ['ours', 'bare', 'naive'];
    return sides.flatMap((side) => {
      const target = targets[side];
      return target ? [{ ...target, name, side, measures }] : [];
    });
  });
  // The first round warms up and does not count.
  for (let round = 0; round <= given.rounds; round += 1) {
    for (const target of round % 2 ? targets : targets.toReversed()) {
      const { server, request, name, side, measures } = target;
      const measure = await runLoad(server, [request], { duration: given.seconds });
      if (round > 0) measures[side].push(measure);
      const what = round > 0 ? `round ${round} of ${given.rounds}` : 'warming up';
      showProgress(`${what}: ${name}, ${side}: ${measure.cpu.toFixed(1)} µs`);
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  const ofName = new Map(targets.map(({ name, measures }) => [name, measures]));
  return [...ofName].map(([name, measures]) => ({ name, ...measures }));
}

async function measureStarts(...commands: readonly [ServerCommand, ServerCommand]) {
  showProgress(`starting both servers ${starts} times`);
  const times: [number[], number[]] = [[], []];
  for (let time = 0; time < starts; time += 1) {
    for (const at of [0, 1] as const) {
      const server = await startServer(commands[at], { isPinned: false });
      times[at].push(server.startMs);
      await server.stop();
    }
  }
  const compare = (name: string, [ours, theirs]: readonly number[]) =>
    formatRow(name, ours, theirs, 'ms');
  return [
    compare('spawn to first response, median', times.map(getMedian)),
    compare(
      'spawn to first response, best',
      times.map((all) => Math.min(...all)),
    ),
  ];
}

/** In servers of their own, so that what came before does not count. */
async function measureMemory(ours: ServerCommand, naive: ServerCommand) {
  const paths = pages.flatMap(({ path, indexed }) => (path !== undefined && indexed ? path : []));
  const measure = async (command: ServerCommand, visited: readonly string[], count: number) => {
    showProgress(`memory: ${count} requests`);
    const server = await startServer(command);
    const before = readMemory(server.pid).now;
    const encodings = ['br', 'gzip, br', 'gzip'];
    // As many requests have a query that nobody has sent before: a cache must not keep those.
    const sent = [...visited, ...visited.map((path) => `${path}?stranger=`)].flatMap((path) =>
      encodings.map((encoding) => ({ path, headers: { 'accept-encoding': encoding } })),
    );
    await runLoad(server, sent, { amount: Math.ceil(count / 2) });
    const half = readMemory(server.pid).now;
    await runLoad(server, sent, { amount: Math.ceil(count / 2) });
    const { now, max } = readMemory(server.pid);
    await server.stop();
    return [before, half, now, max];
  };
  const naiveRequests = Math.ceil(Number(requests) * naiveShare);
  const [mine, theirs] = [
    await measure(ours, paths, Number(requests)),
    await measure(naive, ['/'], naiveRequests),
  ];
  const after = `after ${requests} requests (naive: ${naiveRequests})`;
  return ['before the first request', 'after half of the requests', after, 'at most'].map(
    (when, at) => formatRow(`memory ${when}`, mine[at], theirs[at], 'MB'),
  );
}

function formatRow(name: string, ours = Number.NaN, naive = Number.NaN, unit: string) {
  const [mine, theirs] = [ours, naive].map((value) => `${value.toFixed(0)} ${unit}`);
  return [name, mine ?? '', theirs ?? '', (ours / naive).toFixed(2)];
}

function describeMachine(): string {
  const [load = 0] = loadavg();
  const system = `${type()} ${release().split('.').slice(0, 2).join('.')}`;
  const apart = canPin
    ? 'server on one processor, autocannon on the other'
    : 'server and autocannon not kept apart: the figures are poor';
  const busy = load > 0.5 ? ` The machine was busy before it began (load ${load.toFixed(1)}).` : '';
  return `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, ${system}, Node ${process.version}; ${apart}; ${rounds} rounds of ${seconds} s, medians.${busy}`;
}

function showProgress(words: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r${words}\u001b[K` : `${words}\n`);
}
