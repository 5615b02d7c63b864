import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { logInterval } from '../observe/create-logger.ts';

/**
 * Starts to listen, or rejects. A later error of the socket, for example when no file descriptor is free, is logged.
 */
export async function listen(
  server: Server,
  { port, host, logger }: { readonly port: number; readonly host: string; readonly logger: Logger },
): Promise<void> {
  await once(server.listen(port, host), 'listening');
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('error', (error) => {
    if (performance.now() - loggedAt < logInterval) return;
    loggedAt = performance.now();
    logger.error({ err: error }, 'the listening socket failed');
  });
}
