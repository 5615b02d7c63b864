import { createServer } from 'node:http';
import { pino } from 'pino';
import { stopGracefully } from '#server/graceful-stop.ts';

/* A server that breaks when it is asked to, behind what `server/index.ts` stops with. */

const logger = pino(pino.destination({ sync: false }));
const server = createServer((request, response) => {
  if (request.url === '/throw') setImmediate(fail);
  if (request.url === '/reject') void Promise.reject(new Error('A promise has failed on purpose'));
  // Answered after the failure: what is in flight is finished all the same.
  if (request.url !== '/never') setTimeout(() => response.end('finished'), 300);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  logger.info({ url: `http://127.0.0.1:${port}` }, 'ready');
});
stopGracefully({
  server,
  logger,
  setUnready: () => logger.info('not ready'),
  delay: 0,
  finishWork: async () => logger.info('finished'),
  close: async () => logger.info('closed'),
  exit: (code) => process.exit(code),
});

function fail(): never {
  throw new Error('A callback has failed on purpose');
}
