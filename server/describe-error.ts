/** The message of an error, for a line that an operator reads. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
