import type { RequestListener, Server } from 'node:http';
import { createHttpServer, type HttpServerOptions } from '#server/http-server.ts';
import { noMetrics } from '#server/observe/metrics-recorder.ts';
import { makeCachedSite } from '../cached-site.ts';
import { type KeptLog, makeLogger } from '../make-logger.ts';
import { type RawAnswer, RawConnection } from './raw-connection.ts';

/** Much shorter than in earnest, in milliseconds. */
export const timeouts = {
  head: 1_000,
  request: 2_000,
  silence: 1_500,
  response: 30_000,
  bytesPerSecond: 8_000,
  idle: 60_000,
  check: 100,
};
/** Longer than any of them: who has not been cut off by then never is. */
export const longEnough = 15_000;

interface Running {
  readonly port: number;
  readonly server: Server;
  readonly log: KeptLog;
  /** A connection that is closed at the end. */
  open(): RawConnection;
}

/** A server with its limits on a free port, as long as `use` needs it. */
export async function withHttpServer(
  use: (running: Running) => Promise<void>,
  choice: Partial<HttpServerOptions> = {},
  listener: RequestListener = makeCachedSite().listener,
): Promise<void> {
  const log = makeLogger();
  const server = createHttpServer(listener, {
    maxConnections: 4_096,
    logger: log.logger,
    metrics: noMetrics,
    timeouts,
    ...choice,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  const { port } = address;
  const connections: RawConnection[] = [];
  const open = () => {
    const connection = new RawConnection(port);
    connections.push(connection);
    return connection;
  };
  try {
    await use({ port, server, log, open });
  } finally {
    for (const connection of connections) connection.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Open connections, as the server counts them. */
export const countConnections = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Throws where there is no response. */
export function expectAnswer(answer: RawAnswer | string): RawAnswer {
  if (typeof answer === 'string') throw new Error(`There was no answer: ${answer}`);
  return answer;
}
