import { globSync, readFileSync } from 'node:fs';
import { findHashProblem, listCycles, listProblems, parseSourceFile } from './check-rules/rules.ts';

/* Prints every breach of our own rules in the repository with its remedy, and the length of the documents. */

const list = (pattern: string) =>
  globSync(pattern)
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
const sources = ['{client,scripts,server,shared,tests}/**/*.{ts,tsx}', '*.ts'].flatMap(list);
const hashed = list('public/{fonts,line}/*');

const files = sources.map((path) => parseSourceFile(path, readFileSync(path, 'utf8')));
const problems = [
  ...files.flatMap(listProblems),
  ...listCycles(files),
  ...hashed.flatMap((path) => findHashProblem(path, readFileSync(path)) ?? []),
];

for (const { path, line, message } of problems) console.error(`${path}:${line}  ${message}`);
if (problems.length > 0) process.exitCode = 1;

const documents = list('{.github,client,scripts,server,shared,tests}/**/*.md').concat('README.md');
const words = documents.flatMap((path) => readFileSync(path, 'utf8').match(/\S+/g) ?? []);
console.log(`The documents have ${words.length} words.`);
