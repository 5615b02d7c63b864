import { once } from 'node:events';
import { createServer } from 'node:net';
import { ensureBuild } from './ensure-build.ts';

/* `npm start`. The server runs in this process, so it gets the signals that npm and terminals send: `exec` replaces the
   shell, which would pass none on. Windows has no `exec`, and runs the second half of the command. */

await checkPort();
ensureBuild();
process.title = 'node dist/server'; // as process lists show the server of a container
const server = '../dist/server/index.js'; // exists only after the build
await import(server);

/** Reports before the build that the port is in use. The server reports other mistakes in PORT and HOST. */
async function checkPort() {
  const port = process.env['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return;
  const probe = createServer().listen(Number(port), process.env['HOST'] || '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return;
    console.error(`${error.message} (another port: PORT=3001 npm start)`);
    process.exit(1);
  }
  probe.close();
  await once(probe, 'close');
}
