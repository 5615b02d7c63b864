/** Returns the message of an error, for a line that an operator reads. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // If a host has two addresses and neither can be reached, Node's error has a code and no message.
  return error.message || (findErrorCode(error) ?? error.name);
}

/** Returns undefined for a missing file, and throws any other error. It is for `catch`. */
export function ignoreMissing(error: unknown): undefined {
  if (findErrorCode(error) !== 'ENOENT') throw error;
}

/** The code of an error of Node or of a driver, such as `ENOENT`; undefined if it has none. */
export function findErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Why a server cannot listen, for the operator. The sentence begins with the variable that is wrong: shells set HOST to
 * the name of the machine, and platforms set PORT.
 */
export function describeListenError(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  { hostVariable = 'HOST', portVariable = 'PORT' } = {},
): string {
  const isPort = ['EADDRINUSE', 'EACCES'].includes(findErrorCode(error) ?? '');
  const given = isPort ? `${portVariable} ${port}` : `${hostVariable} ${host}`;
  return `${given} cannot be used: ${describeError(error)}`;
}

/** The variables of the second server. */
export const metricsVariables = { hostVariable: 'METRICS_PORT', portVariable: 'METRICS_PORT' };
