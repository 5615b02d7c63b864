import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isAboutTexts } from '../build/check-types.ts';

const compiler = resolve('node_modules/typescript/bin/tsc');

/**
 * Checks the types of everything but tests with `tsc --watch`, which ends with this process. It has a low priority, and
 * no code waits for it. Without an installed compiler there are no results.
 *
 * @param outDir for its configuration
 * @param onResult gets the errors after each check, without those that stop it in a file of editors, and nothing when a new check begins: they are of an older save
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
    else if (line.trim() !== '' && !isAboutTexts(line)) errors.push(line);
    if (errors.length === 0) onResult('');
  });
}
