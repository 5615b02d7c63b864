import type { Logger } from 'pino';
import { redact } from './redact.ts';

/** How an answer came about: `hit` from the page cache, `miss` rendered for it, `none` neither. */
export type CacheUse = 'hit' | 'miss' | 'none';

/** One answer, when it has left or its client has. Nothing in it is personal. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  /** As it was asked for, without the query, which can carry personal data. */
  readonly path: string;
  /** What it was for, one of few values: a page's id, `file`, `document`, `health`, … */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Written on the connection for it, headers included. */
  readonly bytes: number;
  readonly cache: CacheUse;
  /** False where the client went away first. */
  readonly isComplete: boolean;
}

/** Told of every answer, of those from the cache too. */
export interface AccessLog {
  /** Whether anybody wants to know of answers with this status: if not, nothing is measured. */
  wants(status: number): boolean;
  observe(observation: AccessEntry): void;
}

/** One line for each answer. A path nobody knows is a `not found` line: broken links are noticed. */
export function createAccessLog(logger: Logger): AccessLog {
  const wantsAll = logger.isLevelEnabled('info');
  return {
    wants: (status) => wantsAll || status === 404,
    observe({ isComplete, ...line }) {
      // Of a response that succeeds the path is one of ours, and the look at it is saved. Of one that was
      // aborted nobody knows yet what it would have been: its status is 200 from the beginning.
      const isOurs = isComplete && line.status < 400;
      const told = isOurs ? line : { ...line, path: redact(line.path) };
      if (!isComplete) logger.info(told, 'client went away');
      else if (line.status === 404) logger.warn(told, 'not found');
      else logger.info(told, 'answered');
    },
  };
}

/** Several as one. */
export function joinAccessLogs(observers: readonly AccessLog[]): AccessLog {
  return {
    wants: (status) => observers.some((observer) => observer.wants(status)),
    observe(observation) {
      for (const observer of observers) {
        if (observer.wants(observation.status)) observer.observe(observation);
      }
    },
  };
}
