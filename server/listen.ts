import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** How often errors of a listening socket are logged at most, in milliseconds. */
const logEvery = 10_000;

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly logger: Logger;
}

/**
 * Begins to listen. An error before that rejects: the address is taken, or not ours. An error of the
 * socket afterwards, such as no free file descriptor for a new connection, is logged and no reason to
 * end: the connections that are open go on.
 */
export function listen(server: Server, { port, host, logger }: ListenOptions): Promise<void> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', (error) => {
        if (performance.now() - loggedAt < logEvery) return;
        loggedAt = performance.now();
        logger.error({ err: error }, 'the listening socket failed');
      });
      resolve();
    });
  });
}
