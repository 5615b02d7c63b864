import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/* `node scripts/run-together.ts 'COMMAND' …`: runs all commands at once, prints the output of each when it has ended,
   and exits with 1 if one has failed. */

const results = process.argv.slice(2).map(async (command) => {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const outputs = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, 'close');
  const output = (await Promise.all(outputs)).join('').trim();
  const isWell = code === 0;
  console.log(`${isWell ? 'passed' : 'FAILED'}: ${command}${output && `\n${output}\n`}`);
  return isWell;
});
if ((await Promise.all(results)).includes(false)) process.exitCode = 1;
