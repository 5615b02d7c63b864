import type { Server } from 'node:http';
import type { AppDependencies } from '#server/app.ts';
import { createHttpServer } from '#server/http-server.ts';
import { noMetrics } from '#server/observe/metrics-recorder.ts';
import { makeCachedSite } from '../cached-site.ts';
import { makeLogger } from '../make-logger.ts';
import { trustLoopback } from '../trust-loopback.ts';
import { type RawAnswer, RawConnection } from './raw-connection.ts';

/** How long a response may take, in milliseconds. */
export const timeouts = 10_000; // milliseconds

/** The site behind its limits and its cache, and one connection to it. */
export async function withConnection(
  use: (connection: RawConnection, server: Server) => Promise<void>,
  given: Partial<AppDependencies> = {},
) {
  const { listener } = makeCachedSite({ trust: trustLoopback, ...given });
  const { logger } = makeLogger();
  const server = createHttpServer(listener, { maxConnections: 100, logger, metrics: noMetrics });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const connection = new RawConnection(typeof address === 'object' && address ? address.port : 0);
  try {
    await use(connection, server);
  } finally {
    connection.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The next response; throws where there is none. */
export async function read(connection: RawConnection, method = 'GET'): Promise<RawAnswer> {
  const answer = await connection.read(method, timeouts);
  if (typeof answer === 'string') throw new Error(`There was no answer: ${answer}`);
  return answer;
}
