import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';

/** Maximum size of unwritten log lines in memory, in bytes. Further lines are lost. */
const maxBuffered = 8 * 1024 ** 2;
/** Lines are written in batches, because a write costs a third of a cache hit. In bytes and milliseconds. */
const batch = { minLength: 4096, periodicFlush: 100 };
/** The last wait for a slow reader, in milliseconds. */
const endTimeout = 1_000;

/**
 * Opens the standard output for the log and the mails of the capture mode. If the disk is full, or a reader is slow or
 * gone, memory stays bounded, the server continues, and the process can end.
 */
export function createLogDestination() {
  const output = pino.destination({ sync: false, ...batch, maxLength: maxBuffered });
  output.on('error', () => {}); // The next write tries those lines again.
  let ending: Promise<void> | undefined;
  async function end() {
    const written = once(output, 'close');
    output.end();
    await Promise.race([written, sleep(endTimeout)]).catch(() => {});
    output.destroy(); // At the exit pino blocks until an open output has written everything.
  }
  return {
    /** Has no `flushSync`: after a fatal line pino would call it, and it blocks until everything is written. */
    destination: { write: (text: string) => void (ending ?? output.write(text)) },
    /** Writes the last lines before the process ends. Lines that cannot be written soon, and further ones, are lost. */
    end() {
      ending ??= end();
      return ending;
    },
  };
}
