import { type DestinationStream, type Logger, pino } from 'pino';
import { findErrorCode } from '../describe-error.ts';
import { redact } from './redact.ts';

/** Minimum time between two log lines about the same problem, in milliseconds. */
export const logInterval = 10_000;

/** Creates the server's logger: one JSON line per event, from this level on. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: serialiseError } }, destination);
}

const maxCauses = 3;

/**
 * Returns the fields of an error for a log line. Pino would write all its properties, in which libraries store their
 * input (`ERR_INVALID_URL` the address, PostgreSQL the values of a row).
 */
function serialiseError(error: unknown, depth = 0): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message: redact(message),
    stack: redact(stack),
    code: findErrorCode(error),
    cause:
      cause instanceof Error && depth < maxCauses ? serialiseError(cause, depth + 1) : undefined,
  };
}
