import type { Answer } from './ask.ts';

/** An answer that a bare server can give again: what `scripts/bench/bare-server.ts` reads. */
export interface RecordedAnswer {
  readonly status: number;
  /** Names and values one after the other, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly bodyBase64: string;
  /** Seconds, as the answer's Keep-Alive announced: it is part of the bytes. */
  readonly keepAlive: number;
}

/** Node writes these by itself, in our server and in the bare one. */
const writtenByNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** The same status, the same headers in the same order and spelling, the same bytes. */
export function recordAnswer({ status, rawHeaders, headers, body }: Answer): RecordedAnswer {
  const keepAlive = Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1] ?? 5);
  return {
    status,
    headers: copyHeaders(rawHeaders),
    bodyBase64: body.toString('base64'),
    keepAlive,
  };
}

/** Raw headers without those that Node writes by itself. */
export function copyHeaders(rawHeaders: readonly string[]): string[] {
  const copied: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!writtenByNode.has(name.toLowerCase())) copied.push(name, value);
  }
  return copied;
}
