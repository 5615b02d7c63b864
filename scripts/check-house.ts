import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listCycles } from './check-house/cycle-rules.ts';
import { findHashProblem, listProblems } from './check-house/find-problems.ts';
import { parseSourceFile } from './check-house/source-file.ts';

/* Prints what in the repository does not follow the house rules, and what to do about it. */

const root = resolve(import.meta.dirname, '..');

const sources = ['client', 'scripts', 'server', 'shared', 'tests']
  .flatMap(listFiles)
  .concat(readdirSync(root))
  .filter((path) => /\.tsx?$/.test(path));
const hashed = ['public/fonts', 'public/line'].flatMap(listFiles);

const texts = sources.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
const problems = [
  ...texts.flatMap(([path, text]) => listProblems(path, text)),
  ...listCycles(texts.map(([path, text]) => parseSourceFile(path, text))),
  ...hashed.flatMap((path) => findHashProblem(path, readFileSync(join(root, path))) ?? []),
];

for (const { path, line, message } of problems) console.error(`${path}:${line}  ${message}`);
if (problems.length > 0) {
  console.error(`\n${problems.length} against the house rules`);
  process.exitCode = 1;
} else {
  console.log(`The house is in order: ${sources.length} source files looked at`);
}

function listFiles(folder: string): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
