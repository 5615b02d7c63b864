import { execFileSync } from 'node:child_process';
import { appendFile, cp, mkdtempDisposable, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createTurns } from './bench/create-turns.ts';
import { measureLoad } from './bench/measure-load.ts';
import { measureMemory } from './bench/measure-memory.ts';
import { type Measurement, report } from './bench/results.ts';
import { startNaive, startOurs } from './bench/servers.ts';
import { parseAmount, parseOptions } from './parse-options.ts';
import type { RunningSite } from './site/start-site.ts';

/* `npm run bench`: scripts/README.md, “Measurements”. */

const { values } = parseOptions({
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  requests: { type: 'string', default: '300000' },
});
const rounds = parseAmount(values.rounds);

const rows = [
  ...(await measureLoad(rounds, parseAmount(values.seconds))),
  ...(await measureMemory(parseAmount(values.requests))),
  await measureStarts(3 * rounds),
  ...(await measureBuilds()),
];
report(rows);

async function measureStarts(count: number): Promise<Measurement> {
  const turns = createTurns('Starts');
  const measure = (start: () => Promise<RunningSite>) =>
    turns.add(async () => {
      const startedAt = performance.now();
      await using _site = await start();
      return performance.now() - startedAt;
    });
  const ours = measure(() => startOurs({ LOG_LEVEL: 'warn' }));
  const naive = measure(startNaive);
  await turns.take(count);
  const goals = [{ max: 2, of: 'naive' }] as const; // ours also reads variables and opens log and database
  return { name: 'spawn to the first 200, ms', ours, naive, goals };
}

/** In a copy of the tree: first with only the packages installed, then after a change of one content file. */
async function measureBuilds(): Promise<Measurement[]> {
  await using copy = await mkdtempDisposable(join(tmpdir(), 'bench-'));
  const filter = (path: string) => !/^(node_modules|dist.*|\.cache|\.git)$/.test(basename(path));
  await cp('.', copy.path, { recursive: true, filter });
  await symlink(resolve('node_modules'), join(copy.path, 'node_modules'));
  const build = (name: string, max: number): Measurement => {
    const startedAt = performance.now();
    execFileSync(process.execPath, ['scripts/build-if-changed.ts'], {
      cwd: copy.path,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { name, ours: [performance.now() - startedAt], goals: [{ max }] };
  };
  const cold = build('build, cold, ms', 15_000);
  await appendFile(join(copy.path, 'shared/content/manifesto.ts'), '// changed\n');
  return [cold, build('build, one file of content changed, ms', 3_000)];
}
