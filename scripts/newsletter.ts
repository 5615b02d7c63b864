import { pino } from 'pino';
import { runCommandLine } from '#server/newsletter/operator/command-line.ts';
import { createLogger } from '#server/observe/create-logger.ts';
import { createProgressBar } from './progress-bar.ts';

/* The operator's command line: `npm run newsletter -- stats`, or in the container
   `node dist/server/newsletter.js stats`. It reads the server's own variables. */

const logger = createLogger('warn', pino.destination(2));
void runCommandLine(logger, createProgressBar).then((code) => {
  process.exitCode = code;
});
