import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The timeouts of a stop, in milliseconds. */
export const stopTimes = {
  /** For requests in flight, after the server stops accepting. Work in the background is finished at the same time. */
  requests: 9_000,
  /** For closing the database. */
  close: 2_000,
};

/** A second signal counts from this many milliseconds after the first: task runners, shells and starters repeat it. */
const repeatTime = 1_000;

export interface StopOptions {
  readonly server: Server;
  readonly logger: Logger;
  /** Makes `/readyz` respond with 503. */
  readonly setUnready: () => void;
  /** Time for load balancers to notice that, before the server stops accepting, in milliseconds. */
  readonly delay: number;
  /** Stops starting background work, and resolves when the running work is done or has taken too long. */
  readonly finishWork: () => Promise<void>;
  /** Closes what responses depend on, after the last response. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** Limits of the steps, in milliseconds. */
  readonly times?: typeof stopTimes;
}

/**
 * Stops the process after SIGTERM, SIGINT or SIGHUP, and after a failure, without losing anything. The exit code is 0
 * after a signal and 1 after a failure. A second SIGTERM or SIGINT, a second or more later, ends the process at once.
 */
export function stopGracefully(options: StopOptions): void {
  const { server, logger, setUnready, delay, finishWork, close, exit, times = stopTimes } = options;
  /** When the stop began, in milliseconds. */
  let stoppingSince: number | undefined;

  async function stop(code: number, wait: number): Promise<void> {
    stoppingSince = performance.now();
    setUnready();
    const working = finishWork().catch((error: unknown) =>
      logger.error({ err: error }, 'work in the background failed'),
    );
    if (wait > 0) await sleep(wait);
    await Promise.all([closeServer(server, times.requests), working]);
    await Promise.race([
      close().catch((error: unknown) => logger.error({ err: error }, 'closing failed')),
      sleep(times.close),
    ]);
    logger.info({ code }, 'stopped');
    exit(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        // A terminal may close while the process stops.
        if (signal === 'SIGHUP' || performance.now() - stoppingSince < repeatTime) return;
        logger.warn({ signal }, 'second signal: ending at once');
        return exit(1);
      }
      logger.info({ signal, delay }, 'stopping');
      void stop(0, delay);
    });
  }
  // Node raises an unhandled rejection as an uncaught exception.
  process.on('uncaughtException', (error, origin) => {
    const isRejection = origin === 'unhandledRejection';
    logger.fatal({ err: error }, isRejection ? 'unhandled rejection' : 'uncaught exception');
    // The state of the process is unknown: it stops accepting at once.
    if (stoppingSince === undefined) void stop(1, 0);
  });
}

/**
 * Stops accepting, and resolves when the requests in flight are finished and all connections closed.
 *
 * @param limit after this many milliseconds it closes the rest
 */
export function closeServer(server: Server, limit: number): Promise<void> {
  return new Promise((resolve) => {
    // `close` closes only connections that are idle now. Others would stay open until their timeout.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => server.closeAllConnections(), limit);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
}
