import { pino } from 'pino';

/** Maximum of unread log lines in memory, in bytes. Further lines are lost. */
const maxBuffered = 8 * 1024 ** 2;
/** Lines are written together: each write costs a third of a response from the cache. Bytes, milliseconds. */
const batch = { minLength: 4096, periodicFlush: 100 };
/** How long an ending process waits for a slow reader, in milliseconds. */
const endTimeout = 1_000;

/**
 * The standard output, for the log. It is asynchronous and in batches, so that no request waits for it. With a slow
 * or missing reader memory stays bounded and the process can end. Pino alone would wait for ever until the last line
 * is written.
 */
export function createLogDestination() {
  let retryUntil = Number.POSITIVE_INFINITY;
  const destination = pino.destination({
    sync: false,
    ...batch,
    maxLength: maxBuffered,
    retryEAGAIN: () => performance.now() < retryUntil,
  });
  return {
    destination,
    /** Call it before the process ends. Lines that nobody reads soon are lost. */
    end() {
      retryUntil = performance.now() + endTimeout;
      destination.on('error', () => {}); // EAGAIN, which is no longer retried.
    },
  };
}
