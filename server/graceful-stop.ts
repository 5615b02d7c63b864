import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The longest that requests in flight may take once nothing new is accepted, in milliseconds. */
const finishWithin = 9_000;
/** The longest that what comes after them may take: the outbox, the pools. */
const closeWithin = 5_000;
/** What an orchestrator has to grant after the delay, in milliseconds. */
export const longestStop = finishWithin + closeWithin;

export interface StopChoice {
  readonly server: Server;
  readonly logger: Logger;
  /** Says of the process that it wants no traffic any more. */
  readonly setUnready: () => void;
  /** How long balancers have to notice that before connections are refused, in milliseconds. */
  readonly delay: number;
  /** Ends everything that answers depend on, when no answer is being made any more. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/**
 * Stops the process in the order that loses nothing: not ready; wait until the balancer has noticed;
 * accept nothing new; finish what is in flight; finish the mail that is being sent and close the
 * database; exit. The exit code is 0 after a signal and 1 after a failure. A second signal ends the
 * process at once.
 */
export function stopGracefully(choice: StopChoice): void {
  const { server, logger, setUnready, delay, close, exit } = choice;
  let isStopping = false;

  async function stop(code: number, wait: number): Promise<void> {
    isStopping = true;
    setUnready();
    if (wait > 0) await sleep(wait);
    await finishRequests(server);
    await Promise.race([
      close().catch((error: unknown) => logger.error({ err: error }, 'closing failed')),
      sleep(closeWithin),
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
function finishRequests(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // `close` alone waits for idle keep-alive connections to time out.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => server.closeAllConnections(), finishWithin);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
}
