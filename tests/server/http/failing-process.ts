import assert from 'node:assert';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { stopGracefully } from '#server/http/graceful-stop.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { createLogDestination } from '#server/observe/log-destination.ts';
import { listenLocally } from '../../helpers/site/ask.ts';

/* A server that fails on request and stops as `server/index.ts` does, with shorter limits. The response of `/large`
   exceeds the system's buffers. */

const log = createLogDestination();
const logger = pino(log.destination);
const server = createHttpServer(respond, { logger: pino({ enabled: false }) });
stopGracefully({
  server,
  logger,
  setUnready: () => logger.info('not ready'),
  delay: 0,
  // This takes longer than requests may take, because each of the two has its own limit.
  finishWork: () => sleep(1_000).then(() => logger.info('finished')),
  close: async () => logger.info('closed'),
  exit: (code) => void log.end().then(() => process.exit(code)),
  times: { requests: Number(process.env['REQUESTS'] ?? 500), close: 500 },
});
const { port } = await listenLocally(server);
logger.info({ url: `http://127.0.0.1:${port}` }, 'ready');

function respond(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/throw') setImmediate(() => assert.fail('A callback has failed on purpose'));
  if (request.url === '/reject') void Promise.reject(new Error('A promise has failed on purpose'));
  if (request.url === '/large') {
    response.end(Buffer.alloc(12 * 1024 ** 2));
    logger.info('responded');
    return;
  }
  // It is sent after the failure, because requests in flight are finished.
  if (request.url !== '/never') setTimeout(() => response.end('finished'), 300);
}
