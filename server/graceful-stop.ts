import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { defaultTiming, getStopTimeout } from './newsletter/mail/timing.ts';

/**
 * The times of a stop, in milliseconds. Requests and mails in flight are finished side by side: what
 * takes longest of the two counts.
 */
export const stopTimes = {
  /** The longest that requests in flight may take once nothing new is accepted. */
  requests: 9_000,
  /** The longest that work in the background may take: one attempt at a mail, and noting it. */
  work: getStopTimeout(defaultTiming),
  /** The longest that closing the database may take. */
  close: 2_000,
} as const;

/** What an orchestrator has to grant after the delay, in milliseconds. */
export const maxStopTime = Math.max(stopTimes.requests, stopTimes.work) + stopTimes.close;

export interface StopOptions {
  readonly server: Server;
  readonly logger: Logger;
  /** Says of the process that it wants no traffic any more. */
  readonly setUnready: () => void;
  /** How long balancers have to notice that before connections are refused, in milliseconds. */
  readonly delay: number;
  /** Begins no more work in the background, and resolves when what was begun is done. */
  readonly finishWork: () => Promise<void>;
  /** Ends everything that responses depend on, when no response is being made any more. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** Limits of the steps, in milliseconds. */
  readonly times?: { readonly [Step in keyof typeof stopTimes]: number };
}

/**
 * Stops the process in the order that loses nothing: not ready, and no mail is begun any more; wait
 * until the balancer has noticed; accept nothing new; finish the requests and mails in flight; close
 * the database; exit. The exit code is 0 after a signal and 1 after a failure. A second signal ends the
 * process at once.
 */
export function stopGracefully(choice: StopOptions): void {
  const { server, logger, setUnready, delay, finishWork, close, exit, times = stopTimes } = choice;
  let isStopping = false;

  async function stop(code: number, wait: number): Promise<void> {
    isStopping = true;
    setUnready();
    const working = finishWork().catch((error: unknown) =>
      logger.error({ err: error }, 'finishing the work failed'),
    );
    if (wait > 0) await sleep(wait);
    await Promise.all([
      finishRequests(server, times.requests),
      Promise.race([working, sleep(times.work)]),
    ]);
    await Promise.race([
      close().catch((error: unknown) => logger.error({ err: error }, 'closing failed')),
      sleep(times.close),
    ]);
    logger.info({ code }, 'stopped');
    exit(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) {
        logger.warn({ signal }, 'told a second time: ending at once');
        return exit(1);
      }
      logger.info({ signal, delay }, 'stopping');
      void stop(0, delay);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal(
        { err: error },
        event === 'uncaughtException' ? 'uncaught exception' : 'unhandled rejection',
      );
      if (isStopping) return;
      // Nobody knows what state the process is in: it takes nothing new, without waiting.
      void stop(1, 0);
    });
  }
}

/** Accepts nothing new, lets what is in flight finish, and cuts what has not finished in time. */
function finishRequests(server: Server, limit: number): Promise<void> {
  return new Promise((resolve) => {
    // `close` alone waits for idle keep-alive connections to time out.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => server.closeAllConnections(), limit);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
}
