import assert from 'node:assert';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { stopGracefully } from '#server/graceful-stop.ts';
import { createLogDestination } from '#server/observe/log-destination.ts';
import { listenLocally } from './ask.ts';

/* A server that fails on request, stopped as `server/index.ts` is, with shorter limits. */

const log = createLogDestination();
const logger = pino(log.destination);
const server = createServer((request, response) => {
  if (request.url === '/throw') setImmediate(() => assert.fail('A callback has failed on purpose'));
  if (request.url === '/reject') void Promise.reject(new Error('A promise has failed on purpose'));
  // Sent after the failure: what is in flight is finished all the same.
  if (request.url !== '/never') setTimeout(() => response.end('finished'), 300);
});
stopGracefully({
  server,
  logger,
  setUnready: () => logger.info('not ready'),
  delay: 0,
  // Longer than requests may take: each of the two has a limit of its own.
  finishWork: () => sleep(1_000).then(() => logger.info('finished')),
  close: async () => logger.info('closed'),
  exit: (code) => void log.end().then(() => process.exit(code)),
  times: { requests: 500, work: 10_000, close: 500 },
});
const { port } = await listenLocally(server);
logger.info({ url: `http://127.0.0.1:${port}` }, 'ready');
