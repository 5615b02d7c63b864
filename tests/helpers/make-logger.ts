import type { Logger } from 'pino';
import { createLogger } from '#server/observe/create-logger.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** pino's numbers. */
export const levels = { info: 30, warn: 40, error: 50 } as const;

interface KeptLines {
  /** Everything that was logged, in order. */
  readonly lines: readonly LogLine[];
  /** The first line that passes, when it comes: some are written after the response has arrived. */
  waitFor(passes: (line: LogLine) => boolean): Promise<LogLine>;
}

export interface KeptLog extends KeptLines {
  readonly logger: Logger;
}

/** Lines of JSON, kept as they come. */
export function keepLines(): KeptLines & { add(text: string): void } {
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  return {
    lines,
    add(text) {
      lines.push(JSON.parse(text));
      for (const look of waiting) look();
    },
    waitFor(passes) {
      const { promise, resolve } = Promise.withResolvers<LogLine>();
      const look = () => {
        const line = lines.find(passes);
        if (!line) return;
        waiting.delete(look);
        resolve(line);
      };
      waiting.add(look);
      look();
      return promise;
    },
  };
}

/** The server's logger, writing into an array. */
export function makeLogger(): KeptLog {
  const { add, ...kept } = keepLines();
  return { ...kept, logger: createLogger('info', { write: add }) };
}
