import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { MetricsRecorder } from '../observe/counters.ts';
import { logInterval } from '../observe/create-logger.ts';
import type { ProxyTrust } from '../proxy/proxy-trust.ts';
import { type Connection, type Connections, isIdle } from './connections.ts';

interface ConnectionLimitOptions {
  readonly logger: Logger;
  readonly metrics: MetricsRecorder | undefined;
  readonly trust: ProxyTrust;
  readonly limits: {
    /** In total. */
    readonly maxConnections: number;
    /** Per client subnet, unless it is one of our proxies. */
    readonly maxPerSubnet: number;
  };
}

/**
 * Closes one connection for each that is opened above a limit. So a client that wants to hold all connections has to
 * open them as fast as all others together. If a client subnet has too many, its longest idle connection is closed, or
 * the new one if none is idle.
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  { logger, metrics, trust, limits }: ConnectionLimitOptions,
): void {
  const { maxConnections, maxPerSubnet } = limits;
  let closed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const close = ({ socket }: Connection, limit: Partial<ConnectionLimitOptions['limits']>) => {
    socket.destroy();
    closed += 1;
    metrics?.droppedConnection();
    if (performance.now() - loggedAt < logInterval) return;
    logger.warn({ ...limit, closed }, 'too many connections: some were closed');
    loggedAt = performance.now();
    closed = 0;
  };
  server.on('connection', (socket) => {
    const opened = connections.get(socket);
    if (!opened) return;
    const others = [...connections.values()].filter((each) => each !== opened);
    const isProxy = trust(socket.remoteAddress ?? '', 0);
    const own = isProxy ? [] : others.filter(({ peer }) => peer === opened.peer);
    if (own.length >= maxPerSubnet) close(findIdle(own) ?? opened, { maxPerSubnet });
    else if (others.length >= maxConnections) {
      close(chooseConnection(others) ?? opened, { maxConnections });
    }
  });
}

/**
 * Chooses the connection to close. The order of preference: the oldest that has never received a response; the longest
 * idle; the oldest whose request is still arriving; the oldest request of the subnet with the most connections.
 *
 * @param open the oldest first
 */
function chooseConnection(open: readonly Connection[]): Connection | undefined {
  const waiting = open.filter(({ responses }) => responses.size === 0);
  const chosen = waiting.find(({ hasServed }) => !hasServed) ?? findIdle(waiting) ?? waiting[0];
  if (chosen) return chosen;
  const bySubnet = Map.groupBy(open, ({ subnet }) => subnet).values();
  const [busiest = []] = [...bySubnet].sort((one, other) => other.length - one.length);
  return busiest.toSorted((one, other) => one.since - other.since)[0];
}

/** Finds the connection that has been idle longest. */
function findIdle(open: readonly Connection[]): Connection | undefined {
  const idle = open.filter(isIdle);
  return idle.toSorted((one, other) => one.idleSince - other.idleSince)[0];
}
