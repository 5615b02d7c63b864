import { pino } from 'pino';
import { runCommandLine } from './newsletter/operator/command-line.ts';
import { createLogger } from './observe/create-logger.ts';

/* The operator's command line: `npm run newsletter -- stats`, or in the container
   `node dist/server/newsletter.js stats`. It reads the server's own variables. */

void runCommandLine(createLogger('warn', pino.destination(2))).then((code) => {
  process.exitCode = code;
});
