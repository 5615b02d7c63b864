import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The timeouts of a stop, in milliseconds. */
export const stopTimes = {
  /** Requests in flight may take this long. Work in the background is finished at the same time. */
  requests: 9_000,
  close: 2_000,
};

/** A second signal counts from this many milliseconds after the first: task runners, shells and starters repeat it. */
const repeatTime = 1_000;

export interface StopOptions {
  readonly server: Server;
  readonly logger: Logger;
  readonly setUnready: () => void;
  /** The time before the server stops accepting, in milliseconds. */
  readonly delay: number;
  /** Stops starting background work, and resolves when the running work is done or has taken too long. */
  readonly finishWork: () => Promise<void>;
  /** Closes what responses depend on, after the last response. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  readonly times?: typeof stopTimes;
}

/**
 * Stops the process after a signal (exit code 0) or a failure (1), and loses nothing. A second SIGTERM or SIGINT, a
 * second or more later, ends it at once.
 */
export function stopGracefully(options: StopOptions): void {
  const { server, logger, setUnready, delay, finishWork, close, exit, times = stopTimes } = options;
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
  process.on('uncaughtException', (error, origin) => {
    const isRejection = origin === 'unhandledRejection';
    logger.fatal({ err: error }, isRejection ? 'unhandled rejection' : 'uncaught exception');
    // The state of the process is unknown: it stops accepting at once.
    if (stoppingSince === undefined) void stop(1, 0);
  });
}

/** Stops accepting, and resolves when all connections are closed, at the latest after `limit` milliseconds. */
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
