import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { MetricsRecorder } from '../observe/counters.ts';
import { logInterval } from '../observe/create-logger.ts';
import { endSiteFactor } from '../proxy/client-subnet.ts';
import { type Connection, type Connections, isIdle } from './connections.ts';

interface ConnectionLimitOptions {
  readonly logger: Logger;
  readonly metrics: MetricsRecorder | undefined;
  readonly limits: {
    readonly maxConnections: number;
    /** At that limit a client subnet that holds more gives first. */
    readonly share: number;
  };
}

/**
 * Closes one connection for each that is opened above the limit: one of the network that holds more than its share and
 * the most, or if there is none, of all. So a network that holds all connections gives them up to new visitors, and one
 * below its share loses none to it.
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  { logger, metrics, limits: { maxConnections, share } }: ConnectionLimitOptions,
): void {
  let closed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket) => {
    if (connections.size <= maxConnections) return;
    const others = [...connections.values()].filter((each) => each.socket !== socket);
    chooseConnection(findLargest(others, share) ?? others)?.socket.destroy();
    closed += 1;
    metrics?.droppedConnection();
    if (performance.now() - loggedAt < logInterval) return;
    logger.warn({ maxConnections, closed }, 'too many connections: some were closed');
    loggedAt = performance.now();
    closed = 0;
  });
}

/** Finds the connections of the network with the most of them, if it holds more than its share. */
function findLargest(
  open: readonly Connection[],
  share: number,
): readonly Connection[] | undefined {
  const places = open.flatMap((connection) =>
    connection.networks.map((network) => ({ network, connection })),
  );
  const [largest] = [...Map.groupBy(places, ({ network }) => network)]
    .filter(([network, { length }]) =>
      network.endsWith('/48') ? length >= share * endSiteFactor : length > share,
    )
    .toSorted(([, one], [, other]) => other.length - one.length);
  return largest?.[1].map(({ connection }) => connection);
}

/**
 * Chooses the connection to close. The order of preference: the oldest that has never received a response; the longest
 * idle; the oldest whose request is still arriving; the oldest request of the subnet with the most connections.
 *
 * @param open the oldest first
 */
function chooseConnection(open: readonly Connection[]): Connection | undefined {
  const waiting = open.filter(({ responses }) => responses.size === 0);
  const idle = waiting.filter(isIdle).toSorted((one, other) => one.idleSince - other.idleSince);
  const chosen = waiting.find(({ hasServed }) => !hasServed) ?? idle[0] ?? waiting[0];
  if (chosen) return chosen;
  const bySubnet = Map.groupBy(open, ({ subnet }) => subnet).values();
  const [busiest = []] = [...bySubnet].sort((one, other) => other.length - one.length);
  return busiest.toSorted((one, other) => one.since - other.since)[0];
}
