import { type DestinationStream, type Logger, pino } from 'pino';
import { redact } from './redact.ts';

/**
 * The server's log: one JSON line for each thing that happened.
 *
 * @param level the least that is written, by its name
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, serializers: { err: (error: unknown) => describeError(error) } },
    destination,
  );
}

/** How far a chain of causes is followed. */
const deepest = 3;

/**
 * What a line says of an error. Not its other properties, which pino would write: libraries put in
 * there what they were given (`ERR_INVALID_URL` the address, PostgreSQL the values of a row).
 */
function describeError(error: unknown, depth = 0): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message: redact(message),
    stack: redact(stack),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(cause instanceof Error && depth < deepest
      ? { cause: describeError(cause, depth + 1) }
      : {}),
  };
}
