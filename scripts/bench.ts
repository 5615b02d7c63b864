import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pages } from '#shared/routes.ts';
import { buildNaive } from './bench/build-naive.ts';
import { runLoad } from './bench/load.ts';
import { formatLoads, getMedian, type Measures } from './bench/report.ts';
import { startTargets } from './bench/rows.ts';
import {
  canPin,
  moveToSecondProcessor,
  ourServer,
  readMemory,
  type ServerCommand,
  startServer,
} from './bench/servers.ts';
import { createProgressReport } from './progress-bar.ts';
import { formatTable } from './readme/format-table.ts';
import { replaceMarked } from './readme/replace-marked.ts';

/* `npm run bench -- [--rounds 3] [--seconds 3] [--requests 100000] [--readme]`: what dist/ costs to
   serve, beside two references. scripts/README.md explains it and holds the tables, which `--readme`
   writes. Linux only. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '100000' },
    readme: { type: 'boolean', default: false },
  },
});
const [rounds = 0, seconds = 0, requests = 0] = [
  values.rounds,
  values.seconds,
  values.requests,
].map(Number);
if (!(Math.min(rounds, seconds, requests) >= 1)) throw new Error('All numbers are at least 1');

/** The naive server is so much slower that it gets a share of the requests. */
const naiveRequests = Math.ceil(requests / 20);
const starts = 10;
const folder = await mkdtemp(join(tmpdir(), 'bench-'));

try {
  const naive = {
    args: [await buildNaive(join(folder, 'naive'))],
    environment: { NODE_ENV: 'production' },
  };
  moveToSecondProcessor();
  const head = ['start and memory', 'ours', 'naive', 'ratio'];
  const report = [
    describeMachine(),
    formatLoads(await measureLoads(naive)),
    formatTable([head, await measureStarts(naive), ...(await measureMemory(naive))]),
  ].join('\n\n');
  console.log(report);
  if (values.readme) {
    const readme = join(import.meta.dirname, 'README.md');
    await writeFile(readme, replaceMarked(await readFile(readme, 'utf8'), 'benchmark', report));
  }
} finally {
  await rm(folder, { recursive: true });
}

/** Every target in turn, in every round, every second round backwards: a disturbance hits all. */
async function measureLoads(naive: ServerCommand): Promise<ReadonlyMap<string, Measures>> {
  const targets = await startTargets(folder, naive);
  const rows = new Map<string, Measures>(
    targets.map(({ row }) => [row, { ours: [], bare: [], naive: [] }]),
  );
  const progress = createProgressReport('Load');
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, target] of (round % 2 ? targets : targets.toReversed()).entries()) {
      const measure = await runLoad(target.server, [target], { duration: seconds });
      if (round > 0) rows.get(target.row)?.[target.side].push(measure);
      progress.update(round * targets.length + at + 1, (rounds + 1) * targets.length);
    }
  }
  progress.end();
  await Promise.all([...new Set(targets.map(({ server }) => server))].map((each) => each.stop()));
  return rows;
}

async function measureStarts(naive: ServerCommand): Promise<string[]> {
  const progress = createProgressReport('Starts');
  const times: [number[], number[]] = [[], []];
  for (let time = 0; time < starts; time += 1) {
    for (const [at, command] of ([ourServer({ LOG_LEVEL: 'warn' }), naive] as const).entries()) {
      const server = await startServer(command);
      times[at]?.push(server.startMs);
      await server.stop();
    }
    progress.update(time + 1, starts);
  }
  progress.end();
  return formatRow('spawn to first response, median', times.map(getMedian), 'ms');
}

/** In servers of their own, so that what came before does not count. */
async function measureMemory(naive: ServerCommand): Promise<string[][]> {
  const paths = pages.flatMap(({ path, indexed }) => (path !== undefined && indexed ? path : []));
  const measure = async (command: ServerCommand, visited: readonly string[], amount: number) => {
    const server = await startServer(command);
    const before = readMemory(server.pid).now;
    const sent = visited.flatMap((path) =>
      ['br', 'gzip', 'identity'].map((each) => ({ path, headers: { 'accept-encoding': each } })),
    );
    await runLoad(server, sent, { amount });
    const { now, max } = readMemory(server.pid);
    await server.stop();
    return [before, now, max];
  };
  console.error(`Memory: ${requests} requests`);
  const ours = await measure(ourServer({ LOG_LEVEL: 'warn' }), paths, requests);
  const theirs = await measure(naive, ['/'], naiveRequests);
  const after = `after ${requests} requests (naive: ${naiveRequests})`;
  return ['before the first request', after, 'at most'].map((when, at) =>
    formatRow(`memory ${when}`, [ours[at] ?? Number.NaN, theirs[at] ?? Number.NaN], 'MB'),
  );
}

function formatRow(name: string, values: readonly number[], unit: string): string[] {
  const [ours = Number.NaN, naive = Number.NaN] = values;
  return [
    name,
    `${ours.toFixed(0)} ${unit}`,
    `${naive.toFixed(0)} ${unit}`,
    (ours / naive).toFixed(2),
  ];
}

function describeMachine(): string {
  const system = `${type()} ${release().split('.').slice(0, 2).join('.')}`;
  const apart = canPin
    ? 'server on one processor, autocannon on the other'
    : 'server and autocannon share the processors: the figures are poor';
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${cpus().length} × ${cpus()[0]?.model}, ${memory}, ${system}, Node ${process.version}; ${apart}; ${rounds} rounds of ${seconds} s, medians.`;
}
