import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { pages } from '#shared/routes.ts';
import { ask } from './bench/ask.ts';
import { buildNaive } from './bench/build-naive.ts';
import { type Choice, parseChoice, usage } from './bench/choice.ts';
import { compareFigures, subjectNames } from './bench/comparisons.ts';
import { judge } from './bench/goals.ts';
import { canPin, findLoadGenerator, type LoadGenerator } from './bench/load-generator.ts';
import { describeNaiveVisits, describeVisits, measureMemory } from './bench/memory.ts';
import { countElements, findDifferences, readPageContent } from './bench/page-content.ts';
import { type PageSize, weighPage } from './bench/page-size.ts';
import { formatReport } from './bench/report.ts';
import type { BenchResult, Machine } from './bench/result.ts';
import { describeNaive, describeOurs, startServer } from './bench/servers.ts';
import { measureStarts } from './bench/start-time.ts';
import { quiet, startSubjects } from './bench/subjects.ts';
import { measureSubjects } from './bench/throughput.ts';
import { replaceMarked } from './readme/replace-marked.ts';

/*
 * `npm run bench`: what dist/ costs to serve, beside two references in the same run. A bare node:http
 * server that sends the same bytes and headers is what cannot be beaten; a naive Express + React server
 * of the same page (scripts/bench/naive/) is what a team would have written. It measures and reports; it
 * fails only when it cannot measure.
 */

const root = resolve(import.meta.dirname, '..');
const tell = (words: string) => process.stderr.write(`${words}\n`);

/** The naive server is so much slower that it gets a share of the requests: enough to level out. */
const naiveShare = 1 / 20;
const mostNaiveRequests = 20_000;

let choice: Choice;
try {
  choice = parseChoice(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'setu-bench-'));
try {
  const result = await runBench(choice);
  await writeFile(choice.json, `${JSON.stringify(result, null, 2)}\n`);
  const report = formatReport(result, choice);
  console.log(report);
  if (choice.readme) await putIntoReadme(report);
  tell(`\nAll figures: ${choice.json}`);
} finally {
  await rm(folder, { recursive: true });
}

async function putIntoReadme(report: string): Promise<void> {
  const readme = join(root, 'README.md');
  const text = await readFile(readme, 'utf8');
  await writeFile(readme, replaceMarked(text, 'benchmark', report));
}

async function runBench(given: Choice): Promise<BenchResult> {
  const generator = await findLoadGenerator();
  const machine = describeMachine(generator);
  tell('building the naive server');
  const naiveScript = await buildNaive(join(folder, 'naive'));
  await cp(join(root, 'dist/client/assets'), join(folder, 'naive/public/assets'), {
    recursive: true,
  });

  tell(`starting both servers ${given.starts} times`);
  const commands = { ours: describeOurs({}), naive: describeNaive(naiveScript) };
  const starts = await measureStarts(commands, given.starts);

  const subjects = await startSubjects(folder, naiveScript);
  const { kept, naive, script, etag } = subjects;
  const paths = pages.flatMap(({ path, indexed }) => (path !== undefined && indexed ? path : []));
  const measured = await measureAndStop();

  tell(`memory: ${given.requests} requests`);
  const memory = {
    ours: await measureServer(
      commands.ours,
      given.requests,
      describeVisits({ paths, script, etag }),
    ),
    naive: await measureServer(
      commands.naive,
      Math.min(mostNaiveRequests, Math.ceil(given.requests * naiveShare)),
      describeNaiveVisits,
    ),
  };
  const parts = { ...measured, starts, memory };
  const measuredAt = new Date().toISOString();
  return { measuredAt, machine, choice: given, ...parts, goals: judge(parts) };

  async function measureAndStop() {
    try {
      const content = await compareContent(kept.origin, naive.origin);
      tell('weighing the pages');
      const sizes: Record<string, PageSize> = {};
      // One after the other: the server compresses well when it has time, one page at a time.
      for (const path of paths) sizes[path] = await weighPage(kept.origin, path);
      const naiveSizes = {
        sent: await weighPage(naive.origin, '/'),
        best: await weighPage(naive.origin, '/', 'best'),
      };
      const figures = await measureSubjects(subjectNames, subjects.all, {
        ...given,
        generator,
        tell,
      });
      await subjects.verify();
      return { content, sizes, naiveSizes, throughput: compareFigures(figures) };
    } finally {
      await subjects.stop();
    }
  }
}

/** A server of its own, so that what came before does not count. */
async function measureServer(
  command: Parameters<typeof startServer>[0],
  ...visits: [number, Parameters<typeof measureMemory>[2]]
) {
  const { args, environment } = command;
  const server = await startServer({ args, environment: { ...environment, ...quiet } });
  try {
    return await measureMemory(server, ...visits);
  } finally {
    await server.stop();
  }
}

/** Both home pages say the same, or nothing is measured. */
async function compareContent(ours: string, naive: string): Promise<BenchResult['content']> {
  const read = async (origin: string) => {
    const { body } = await ask(`${origin}/`, { 'accept-encoding': 'identity' });
    const html = body.toString();
    return { bytes: body.length, elements: countElements(html), content: readPageContent(html) };
  };
  const both = { ours: await read(ours), naive: await read(naive) };
  const differences = findDifferences(both.ours.content, both.naive.content);
  if (differences.length > 0) {
    throw new Error(
      `The naive home page (scripts/bench/naive/) has other content:\n${differences.join('\n')}`,
    );
  }
  const summarise = ({ bytes, elements, content }: (typeof both)['ours']) => {
    return { bytes, elements, words: content.words.split(' ').length };
  };
  return { ours: summarise(both.ours), naive: summarise(both.naive) };
}

function describeMachine({ name }: LoadGenerator): Machine {
  return {
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    memory: `${Math.round(totalmem() / 1e9)} GB`,
    system: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
    generator: name,
    isPinned: canPin,
    loadBefore: loadavg()[0] ?? 0,
  };
}
