import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { MetricsRecorder } from './observe/counters.ts';
import { logInterval } from './observe/create-logger.ts';

/** What a connection does. */
export interface OpenConnection {
  /** Those that are not sent yet. */
  readonly responses: ReadonlySet<unknown>;
  /** When its last request came, in milliseconds, and from whom. */
  since: number;
  subnet: string;
}

interface MakeRoomOptions {
  readonly logger: Logger;
  readonly metrics?: MetricsRecorder | undefined;
}

/**
 * At the limit Node drops a new connection. This makes room for the next one: it closes what is idle, the oldest
 * connection without a request, or where there is none the oldest response of the busiest client subnet. So nobody
 * keeps all places, without opening new connections as fast as everybody else.
 *
 * @param connections the oldest first
 */
export function makeRoom(
  server: Server,
  connections: ReadonlyMap<Socket, OpenConnection>,
  { logger, metrics }: MakeRoomOptions,
): void {
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    dropped += 1;
    metrics?.droppedConnection();
    if (performance.now() - loggedAt > logInterval) {
      const { maxConnections } = server;
      logger.warn({ maxConnections, dropped }, 'too many connections: some were dropped');
      loggedAt = performance.now();
      dropped = 0;
    }
    server.closeIdleConnections();
    const open = [...connections];
    if (open.some(([socket]) => socket.destroyed)) return; // One is closing already.
    const silent = open.find(([, { responses }]) => responses.size === 0);
    const bySubnet = Map.groupBy(open, ([, { subnet }]) => subnet).values();
    const [busiest = []] = [...bySubnet].sort((one, other) => other.length - one.length);
    const [oldest] = busiest.sort(([, one], [, other]) => one.since - other.since);
    (silent ?? oldest)?.[0].destroy();
  });
}
