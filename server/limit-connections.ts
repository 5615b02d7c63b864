import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { type Connection, type Connections, isIdle } from './connections.ts';
import type { MetricsRecorder } from './observe/counters.ts';
import { logInterval } from './observe/create-logger.ts';
import type { ProxyTrust } from './proxy/proxy-trust.ts';

interface ConnectionLimitOptions {
  readonly logger: Logger;
  readonly metrics: MetricsRecorder | undefined;
  readonly trust: ProxyTrust;
  readonly limits: {
    /** Of all together. */
    readonly maxConnections: number;
    /** Of a client subnet, unless it is a proxy of ours. */
    readonly maxPerSubnet: number;
  };
}

/**
 * Closes one connection for each that is opened above a limit, so nobody keeps all places without opening connections as
 * fast as everybody else. A client subnet with too many loses its own, the one that is idle for longest, or where none
 * is idle the new one.
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
 * The connection that is missed least: the oldest that has never been served, the one that is idle for longest, the
 * oldest whose request has not arrived, and only where all wait for responses the oldest of the busiest client subnet.
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

/** The one that is idle for longest. */
function findIdle(open: readonly Connection[]): Connection | undefined {
  const idle = open.filter(isIdle);
  return idle.toSorted((one, other) => one.restsSince - other.restsSince)[0];
}
