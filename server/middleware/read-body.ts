import type { Request } from 'express';

/** The largest body of a form: an address and a trap field, with room to spare. */
const formLimit = 4_096; // bytes

export type BodyResult =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly reason: string };

/**
 * Reads a small body of one of the media types, uncompressed. What is too large is refused at once
 * and read off without being kept, so that the sender sees the answer; Node ends what never ends.
 * (Express's own parser answers only when all of it has arrived.)
 *
 * @param types without parameters, in lower case
 * @param limit in bytes
 */
export async function readBody(
  request: Request,
  types: readonly string[],
  limit = formLimit,
): Promise<BodyResult> {
  const reason = `Send ${limit} bytes at most.`;
  const tooLarge = { kind: 'refused', status: 413, reason } as const;
  const { headers } = request;
  const isEmpty = !('transfer-encoding' in headers) && Number(headers['content-length'] ?? 0) === 0;
  // Pressing a button sends nothing, and nothing needs no type (RFC 9110, section 8.3).
  if (isEmpty && headers['content-type'] === undefined) {
    return { kind: 'body', bytes: Buffer.alloc(0) };
  }
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (!types.includes(type ?? '')) {
    return { kind: 'refused', status: 415, reason: `Send it as ${types.join(' or ')}.` };
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return { kind: 'refused', status: 415, reason: 'Send it uncompressed.' };
  }
  // Node makes no stream for a request without a body, so its `end` never comes.
  if (isEmpty) return { kind: 'body', bytes: Buffer.alloc(0) };
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge;

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(tooLarge);
      }
    });
    request.on('end', () => resolve({ kind: 'body', bytes: Buffer.concat(chunks) }));
    // The client went away: whatever is answered, nobody reads it.
    request.on('close', () =>
      resolve({ kind: 'refused', status: 400, reason: 'The body ended too early.' }),
    );
    request.on('error', () => {}); // `close` follows.
  });
}

/**
 * Reads a form's fields. Each may be there once: of two addresses nobody can say which is meant.
 *
 * @returns undefined where it is not UTF-8 or a field is repeated
 */
export function parseFields(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? fields : undefined;
}
