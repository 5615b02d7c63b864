import './check-node-version.ts'; // before modules that an older Node cannot load

import { pino } from 'pino';
import { runCommandLine } from './newsletter/operator/command-line.ts';
import { createLogger } from './observe/create-logger.ts';

/* The operator's command line, `node dist/server/newsletter.js stats`, in a checkout, a release and the image alike.
   It is not an npm script, because npm prints a banner into the output. It reads the server's variables. */

void runCommandLine(createLogger('warn', pino.destination(2))).then((code) => {
  process.exitCode = code;
});
