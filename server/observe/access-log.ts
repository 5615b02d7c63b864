import type { Logger } from 'pino';
import { redact } from './redact.ts';

/** `hit`: the response came from the cache; `miss`: it was rendered and cached; `none`: neither, such as a file. */
export type CacheUse = 'hit' | 'miss' | 'none';

/** One response, when it was sent or its client closed the connection. It holds no personal data. */
export interface AccessEntry {
  readonly requestId: string;
  /** The trace of a trusted proxy. */
  readonly traceparent?: string | undefined;
  readonly method: string;
  /** As in the request, without the query, which can carry personal data. */
  readonly path: string;
  /** One of few values: a page's id, `file`, `resource`, `health`, … */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Bytes written on the connection, headers included. */
  readonly bytes: number;
  readonly cache: CacheUse;
  /** False where the client closed the connection first. */
  readonly isComplete: boolean;
}

export type AccessLog = ReturnType<typeof createAccessLog>;

/**
 * One log line per response. A 404 is a `not found` line with level `warn`: it shows broken links.
 *
 * @param measure counts every response for the metrics, if there are any
 */
export function createAccessLog(logger: Logger, measure?: (entry: AccessEntry) => void) {
  const wantsAll = measure !== undefined || logger.isLevelEnabled('info');
  return {
    /** Whether it records responses with this status. */
    wants: (status: number) => wantsAll || status === 404,
    record(recorded: AccessEntry) {
      measure?.(recorded);
      const { isComplete, ...entry } = recorded;
      // The path of a successful response is one of ours and needs no redaction. An aborted response may have the
      // status 200 only because the application has not set another.
      const isOurPath = isComplete && entry.status < 400;
      const line = isOurPath ? entry : { ...entry, path: redact(entry.path) };
      if (!isComplete) logger.info(line, 'client went away');
      else if (entry.status === 404) logger.warn(line, 'not found');
      else logger.info(line, 'response sent');
    },
  };
}
