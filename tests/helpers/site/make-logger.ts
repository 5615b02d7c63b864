import { createLogger } from '#server/observe/create-logger.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** pino's numbers of levels. */
export const levels = { info: 30, warn: 40, error: 50, fatal: 60 } as const;

/** Lines of JSON, collected in their order. */
export function collectLines() {
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  return {
    /** Everything that was logged, in order. */
    lines: lines as readonly LogLine[],
    add(text: string) {
      lines.push(JSON.parse(text));
      for (const look of waiting) look();
    },
    /** Waits for the first line that the filter accepts: some are written after the response has arrived. */
    waitFor(passes: (line: LogLine) => boolean): Promise<LogLine> {
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

export type RecordedLog = ReturnType<typeof makeLogger>;

/** The server's logger, writing into an array. */
export function makeLogger() {
  const { add, ...collected } = collectLines();
  return { ...collected, logger: createLogger('info', { write: add }) };
}
