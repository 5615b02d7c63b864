import { prettyFactory } from 'pino-pretty';

export interface ReadableLine {
  readonly text: string;
  /** Whether it tells of a failure; other output than the log's never does. */
  readonly isError: boolean;
}

/** pino's number for `error`; `fatal` is above. */
const errorLevel = 50;

/**
 * Makes lines for people of a structured log: level, message, fields, and the stack of an error.
 * Lines of another kind stay as they are.
 *
 * @param hasColour for a terminal that shows it
 */
export function createLineFormatter(hasColour: boolean): (line: string) => ReadableLine {
  const prettify = prettyFactory({
    colorize: hasColour,
    colorizeObjects: hasColour,
    ignore: 'time,pid,hostname,requestId',
    singleLine: true,
  });
  return (line) => {
    const record = parseRecord(line);
    if (!record) return { text: line, isError: false };
    return { text: prettify(record).trimEnd(), isError: Number(record['level']) >= errorLevel };
  };
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return record && typeof record === 'object' && 'level' in record ? { ...record } : undefined;
  } catch {
    return undefined;
  }
}
