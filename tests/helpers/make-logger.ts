import type { Logger } from 'pino';
import { createLogger } from '#server/observe/create-logger.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** pino's numbers. */
export const levels = { info: 30, warn: 40, error: 50 } as const;

export interface KeptLog {
  readonly logger: Logger;
  /** Everything that was logged, in order. */
  readonly lines: readonly LogLine[];
  /** The first line that passes, when it comes: some are written after the response has arrived. */
  waitFor(passes: (line: LogLine) => boolean): Promise<LogLine>;
}

/** The server's logger, writing into an array. */
export function makeLogger(): KeptLog {
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  const logger = createLogger('info', {
    write(text: string) {
      lines.push(JSON.parse(text));
      for (const look of waiting) look();
    },
  });
  return {
    logger,
    lines,
    waitFor: (passes) =>
      new Promise((resolve) => {
        const look = () => {
          const line = lines.find(passes);
          if (!line) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
      }),
  };
}
