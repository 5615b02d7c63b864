import './check-node-version.ts'; // before modules that an older Node cannot load

import { pino } from 'pino';
import { readEnvironment } from './config.ts';
import { findErrorCode } from './describe-error.ts';
import { runCommandLine } from './newsletter/operator/commands.ts';
import { createLogger } from './observe/create-logger.ts';

/* The operator's command line, `node dist/server/newsletter.js stats`, in a checkout, a release and the image alike.
   It is not an npm script, because npm prints a banner into the output. It reads the server's variables. */

process.stdout.on('error', (error) => {
  if (findErrorCode(error) === 'EPIPE') process.exit(0); // The reader of a pipe may stop early, as `head` does.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const logger = createLogger('warn', pino.destination(2));
void runCommandLine(process.argv.slice(2), readEnvironment(), logger).then((code) => {
  process.exitCode = code;
});
