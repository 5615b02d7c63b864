import type { RequestListener, Server } from 'node:http';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { createHttpServer, type HttpServerOptions } from '#server/http/http-server.ts';
import { listenLocally } from '../site/ask.ts';
import { makeLogger } from '../site/make-logger.ts';
import { makeCachedSite, trustLoopback } from '../site/open-site.ts';
import { untilTestEnds } from '../until-test-ends.ts';
import { RawConnection } from './raw-connection.ts';

/** The server's limits in milliseconds, much shorter than in production. */
const limits = { head: 1_000, request: 2_000, silence: 1_500, check: 100 };

/**
 * A server with its limits on a free port, by default of the cached site, until the test ends. `open`
 * makes a connection.
 */
export async function openHttpServer(
  options: Partial<HttpServerOptions> = {},
  listener: RequestListener = makeCachedSite().app,
) {
  const log = makeLogger();
  const given = { logger: log.logger, limits, ...options };
  const server = createHttpServer(listener, given);
  const { port } = await untilTestEnds(listenLocally(server));
  const open = () => {
    const connection = new RawConnection(port);
    onTestFinished(() => connection.destroy());
    return connection;
  };
  return { port, server, log, open };
}

/** One connection to the cached site behind the limits of production. */
export async function openConnection(
  given: Parameters<typeof makeCachedSite>[0] = {},
): Promise<RawConnection> {
  const { app } = makeCachedSite({ trust: trustLoopback, ...given });
  return (await openHttpServer({ limits: {} }, app)).open();
}

/** Open connections, as the server counts them. */
export const countConnections = (server: Server): Promise<number> =>
  promisify(server.getConnections.bind(server))();
