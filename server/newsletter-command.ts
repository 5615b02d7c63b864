import './check-node-version.ts'; // before modules that an older Node cannot load

import { pino } from 'pino';
import { runCommandLine } from './newsletter/operator/command-line.ts';
import { createLogger } from './observe/create-logger.ts';

/* The operator's command line, `node dist/server/newsletter.js stats`, in a checkout, a release and the image alike.
   Not an npm script: npm writes a banner into what a command prints. It reads the server's own variables. */

void runCommandLine(createLogger('warn', pino.destination(2))).then((code) => {
  process.exitCode = code;
});
