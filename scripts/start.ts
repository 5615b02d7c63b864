import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/* `npm start`. npm sends signals only to its shell, and a shell such as dash ends without passing them on. So this
   passes on its own signals, stops the running step when the shell has ended, and ends with the exit code of the step
   that failed, or of the server. */

const steps = ['scripts/check-port.ts', 'scripts/build-if-changed.ts', 'dist/server/index.js'];
let running: ChildProcess | undefined;
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopping = true;
    running?.kill(signal); // A terminal sends it to the server, too, which takes the two for one.
  });
}
const shell = process.ppid;
setInterval(() => {
  if (isStopping || process.ppid === shell) return;
  isStopping = true;
  running?.kill('SIGTERM');
}, 250);
for (const step of steps) {
  running = spawn(process.execPath, [step], { stdio: 'inherit' });
  const [code] = await once(running, 'exit');
  if (code !== 0 || isStopping) process.exit(code ?? 1);
}
process.exit();
