import { pino } from 'pino';

/** What may wait for a reader that has fallen behind, in bytes; what comes after it is lost. */
const maxWaiting = 8 * 1024 ** 2;
/** How long the end of the process waits for such a reader, in milliseconds. */
const timeouts = 1_000;

/**
 * The standard output, for the log. Not synchronous: a line a request would be a system call a
 * request. Nobody has to read it: where the pipe is full, the process neither grows for it nor, when it
 * ends, waits for ever until the last line is written, which is what pino does by itself.
 */
export function createLogDestination() {
  let givingUpAt = Number.POSITIVE_INFINITY;
  const destination = pino.destination({
    sync: false,
    maxLength: maxWaiting,
    retryEAGAIN: () => performance.now() < givingUpAt,
  });
  return {
    destination,
    /** The process is about to end: what nobody has read soon is lost. */
    end() {
      givingUpAt = performance.now() + timeouts;
      destination.on('error', () => {}); // "Try again", which is what will not be done.
    },
  };
}
