/** Sends a command of the WebDriver protocol and returns the value of its answer. */
export type Ask = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<unknown>;

/** @param base the driver's address or a session's, without a slash at the end */
export function createAsk(base: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    const answer: unknown = await response.json();
    const value = isRecord(answer) ? answer['value'] : undefined;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function readString(value: unknown, name: string): string {
  const found = isRecord(value) ? value[name] : undefined;
  if (typeof found !== 'string') throw new Error(`No ${name} in ${JSON.stringify(value)}`);
  return found;
}
