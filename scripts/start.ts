import { spawnSync } from 'node:child_process';

/* `npm start`: builds if anything has changed since the last build, and serves. The build is a child, because its tools
   would keep 240 MB of this process. The server runs in this process, so it gets the signals that npm and terminals
   send: `exec` replaces the shell, which would pass none on. Windows has no `exec`, and runs the second half of the
   command. */

const build = ['scripts/build-if-changed.ts'];
const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
process.title = 'node dist/server'; // as process lists show the server of a container
const server = '../dist/server/index.js'; // exists only after the build
await import(server);
