import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';

/** Maximum of unread log lines in memory, in bytes. Further lines are lost. */
const maxBuffered = 8 * 1024 ** 2;
/** Lines are written together: each write costs a third of a response from the cache. Bytes, milliseconds. */
const batch = { minLength: 4096, periodicFlush: 100 };
/** How long an ending process waits for a slow reader, in milliseconds. */
const endTimeout = 1_000;

/**
 * The standard output, for the log and for what the capture mode prints. It is asynchronous and in batches, so that
 * no request waits for it. The disk may be full, a reader slow or gone: memory stays bounded, the server serves, and
 * the process can end.
 */
export function createLogDestination() {
  const destination = pino.destination({ sync: false, ...batch, maxLength: maxBuffered });
  destination.on('error', () => {}); // The next write tries those lines again.
  // Pino calls it after a fatal line and at the exit, and it would block until everything can be written.
  destination.flushSync = () => {};
  let ending: Promise<unknown> | undefined;
  function end() {
    const written = once(destination, 'close');
    destination.end();
    destination.write = () => true; // Further lines are lost.
    return Promise.race([written, sleep(endTimeout)]).catch(() => {});
  }
  return {
    destination,
    /** Writes the last lines before the process ends. Those that cannot be written soon are lost. */
    end() {
      ending ??= end();
      return ending;
    },
  };
}
