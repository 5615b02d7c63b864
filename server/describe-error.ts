/** The message of an error, for a line that an operator reads. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Where a host has two addresses and neither can be reached, Node's error has a code and no message.
  return error.message || (findErrorCode(error) ?? error.name);
}

/** For `catch`: a missing file is undefined, any other error is thrown. */
export function ignoreMissing(error: unknown): undefined {
  if (findErrorCode(error) !== 'ENOENT') throw error;
}

/** The code of an error of Node or of a driver, such as `ENOENT`; undefined where it has none. */
export function findErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
