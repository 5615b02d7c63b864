import { type ChildProcess, execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { isAboutTexts } from '../build/check-types.ts';

const compiler = 'node_modules/typescript/bin/tsc';

let running: ChildProcess | undefined;
process.once('exit', () => running?.kill());

/**
 * Checks the types of everything but tests, and ends the check of an older save. The check has a low priority, and no
 * code waits for it. Not `tsc --watch`: it misses what changes during its first check.
 *
 * @param onResult gets nothing when the check begins, then the errors without those that stop a cycle in a file of editors
 */
export function checkAllTypes(onResult: (errors: string) => void): void {
  running?.kill();
  onResult('');
  const args = [compiler, '--project', 'scripts/dev/types.tsconfig.json', '--pretty', 'false'];
  const check = execFile(process.execPath, args, (_error, output) => {
    if (check !== running) return;
    const errors = output.split('\n').filter((line) => line.trim() !== '' && !isAboutTexts(line));
    onResult(errors.join('\n'));
  });
  if (check.pid) setPriority(check.pid, 10);
  running = check;
}
