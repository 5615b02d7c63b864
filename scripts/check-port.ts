import { createServer } from 'node:net';

/* The first step of `npm start`: reports before the build, not after it, that the port is in use. The server reports
   other mistakes in PORT and HOST. */

const port = process.env['PORT'] || '3000';
const host = process.env['HOST'] || '127.0.0.1';

const probe = createServer();
probe.once('listening', () => probe.close());
probe.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') return;
  console.error(`${error.message} (another port: PORT=3001 npm start)`);
  process.exitCode = 1;
});
if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) probe.listen(Number(port), host);
