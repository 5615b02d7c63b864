import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const compiler = resolve('node_modules/typescript/bin/tsc');

/**
 * Checks the types of everything but tests with `tsc --watch`, which ends with this process. It has a low priority, and
 * no code waits for it. Without an installed compiler there are no results.
 *
 * @param outDir for its configuration
 * @param onResult gets the errors after each check, and nothing when a new check begins: they are of an older save
 */
export async function watchTypes(outDir: string, onResult: (errors: string) => void) {
  if (!existsSync(compiler)) return;
  const project = join(outDir, 'tsconfig.json');
  const include = ['client', 'server', 'shared'].map((folder) => resolve(folder));
  await mkdir(outDir, { recursive: true });
  await writeFile(project, JSON.stringify({ extends: resolve('tsconfig.json'), include }));
  const args = [compiler, '--project', project, '--watch', '--preserveWatchOutput'];
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const child = spawn(process.execPath, [...args, '--pretty', 'false'], { stdio: [...stdio] });
  child.on('error', () => {});
  if (child.pid) setPriority(child.pid, 10);
  process.once('exit', () => child.kill());
  let errors: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    if (/ - (File change detected|Starting)/.test(line)) errors = [];
    else if (/ - Found \d+ error/.test(line)) return onResult(errors.join('\n'));
    else if (line.trim() !== '') errors.push(...explainLine(line));
    if (errors.length === 0) onResult('');
  });
}

/** A syntax error in a file of editors: `build/check-content.ts` explains the first of them. */
const brokenText = /^shared\/(?:content\/|routes|site)[^(]*\(\d+,\d+\): error TS1\d{3}: /;
const unknownField =
  /^(shared\/(?:content\/|routes|site)[^(]*)\((\d+),\d+\): error .* '(\w+)' does not exist in type .*?(?: Did you mean to write '(\w+)'\?)?$/;

/** Turns a line of the compiler into a sentence for editors, or drops it. */
export function explainLine(line: string): readonly string[] {
  if (brokenText.test(line)) return [];
  const [, file, row, name, near] = unknownField.exec(line) ?? [];
  if (file === undefined) return [line];
  const advice = near ? `write ${near} if you mean that` : 'correct or delete it';
  return [`${file}:${row}: ${name} is no field that exists: ${advice}.`];
}
