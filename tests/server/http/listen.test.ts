import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { makeLogger } from '../../helpers/site/make-logger.ts';

test('an error of the socket after listening is logged, and the server goes on', async () => {
  const { logger, lines } = makeLogger();
  const server = createServer((_request, response) => response.end('still here'));
  await listen(server, { host: '127.0.0.1', port: 0, logger });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  // Node emits this if a connection cannot be accepted.
  for (let count = 0; count < 100; count += 1) {
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  }
  expect((await askPort(port, { path: '/' })).body.toString()).toBe('still here');
  expect(lines).toMatchObject([{ msg: 'the listening socket failed', err: { code: 'EMFILE' } }]);
  server.close();
});
