/** Returns the message of an error, for a line that an operator reads. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // If a host has two addresses and neither can be reached, Node's error has a code and no message.
  return error.message || (findErrorCode(error) ?? error.name);
}

/** For `catch`: returns undefined for a missing file, and throws any other error. */
export function ignoreMissing(error: unknown): undefined {
  if (findErrorCode(error) !== 'ENOENT') throw error;
}

/** The code of an error of Node or of a driver, such as `ENOENT`; undefined if it has none. */
export function findErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
