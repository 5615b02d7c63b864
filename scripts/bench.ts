import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAmount, type Row, report } from './bench/results.ts';
import { runLoad, startRows } from './bench/rows.ts';
import {
  buildNaive,
  canPin,
  createFolder,
  moveToSecondProcessor,
  ourServer,
  type ServerCommand,
  startServer,
} from './bench/servers.ts';
import { createProgressReport } from './progress-bar.ts';

/* `npm run bench -- [--rounds 3] [--seconds 3] [--starts 10] [--builds 1] [--readme]`: what dist/ costs
   to serve, beside two references, how soon it starts, how long it takes to build. Linux only. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '10' },
    builds: { type: 'string', default: '1' },
    readme: { type: 'boolean', default: false },
  },
});
const [rounds, seconds, starts, builds] = [
  parseAmount(values.rounds),
  parseAmount(values.seconds),
  parseAmount(values.starts),
  parseAmount(values.builds, 0),
];
const root = resolve(import.meta.dirname, '..');

await using folder = await createFolder();
const naive = await buildNaive(folder.path);
const buildRows = await measureBuilds(builds);
moveToSecondProcessor();
const rows = [...(await measureLoads(rounds, seconds)), await measureStarts(starts), ...buildRows];
const apart = canPin
  ? 'server on one processor, autocannon on the other'
  : 'server and autocannon share the processors: the figures are poor';
const note = `µs: CPU of the server for each response; a million divided by it are responses a second on one processor. Rounds: ${rounds} of ${seconds} s; ${apart}.`;
await report({ title: 'Server and build', note, rows }, values.readme);

/** Every target in turn, in every round, every second round backwards: a disturbance hits all. */
async function measureLoads(count: number, duration: number): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const { rows: loadRows, sizes } = await startRows(folder.path, naive, stack);
  const all = loadRows.flatMap(({ ours, bare = [], naive: theirs = [] }) => [ours, bare, theirs]);
  const targets = [...new Set(all.flat())];
  const progress = createProgressReport('Load');
  for (let round = 0; round <= count; round += 1) {
    for (const [at, target] of (round % 2 ? targets : targets.toReversed()).entries()) {
      await runLoad(target, duration);
      progress.update(round * targets.length + at + 1, (count + 1) * targets.length);
    }
  }
  progress.end();
  // The first round warms up and does not count.
  for (const { cpu } of targets) cpu.shift();
  const [ours, theirs] = sizes.map((bytes) => [bytes / 1000]);
  const html: Row = { name: 'home, HTML as text', unit: 'kB', ours: ours ?? [], goal: { max: 35 } };
  return [
    ...loadRows.map(
      ({ name, goal, ours: { cpu }, bare, naive: other }): Row => ({
        ...{ name, unit: 'µs', ours: cpu, goal },
        ...(bare && { bare: bare.cpu }),
        ...(other && { naive: other.cpu }),
      }),
    ),
    { ...html, naive: theirs },
  ];
}

async function measureStarts(count: number): Promise<Row> {
  const progress = createProgressReport('Starts');
  const measure = async (command: ServerCommand) => {
    await using server = await startServer(command, { pin: true });
    return server.startMs;
  };
  const times: { ours: number[]; naive: number[] } = { ours: [], naive: [] };
  for (let time = 0; time < count; time += 1) {
    times.ours.push(await measure(ourServer({ LOG_LEVEL: 'warn' })));
    times.naive.push(await measure(naive));
    progress.update(time + 1, count);
  }
  progress.end();
  const goal = { max: 1.5, of: 'naive' } as const;
  return { name: 'spawn to the first 200', unit: 'ms', ...times, goal };
}

/** In a copy of the tree: first with nothing but the packages, then with a file of content changed. */
async function measureBuilds(count: number): Promise<Row[]> {
  const [cold, changed]: [number[], number[]] = [[], []];
  for (let time = 0; time < count; time += 1) {
    await using copy = await createFolder();
    const filter = (path: string) => !/^(node_modules|dist.*|\.git)$/.test(basename(path));
    await cp(root, copy.path, { recursive: true, filter });
    await symlink(join(root, 'node_modules'), join(copy.path, 'node_modules'));
    cold.push(await build(copy.path));
    await appendFile(join(copy.path, 'shared/content/manifesto.ts'), '// changed\n');
    changed.push(await build(copy.path));
  }
  if (count === 0) return [];
  return [
    { name: 'build, cold', unit: 'ms', ours: cold, goal: { max: 15_000 } },
    { name: 'build, one file of content changed', unit: 'ms', ours: changed, goal: { max: 3_000 } },
  ];
}

async function build(cwd: string): Promise<number> {
  console.error('Building …');
  const startedAt = performance.now();
  const args = ['--import', 'tsx', 'scripts/build-if-changed.ts'];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The build failed');
  return performance.now() - startedAt;
}
