import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';

/** The maximum body of a form: an address and a honeypot field, with room to spare. */
const formLimit = 4_096; // bytes

export type BodyResult =
  /** `type` is one of the media types that the caller accepts; empty where an empty body has none. */
  | { readonly kind: 'body'; readonly type: string; readonly bytes: Buffer }
  | { readonly kind: 'invalid'; readonly status: 400 | 413 | 415; readonly reason: string };

/**
 * Reads a small body of one of the media types, uncompressed. The result comes as soon as a body is too
 * large; the rest is read and discarded, so that the client sees the response. Node's request timeout
 * ends a body without end. (Express's own parser waits for the whole body.)
 *
 * @param types media types without parameters, in lower case
 * @param limit in bytes
 */
export async function readBody(
  request: Request,
  types: readonly string[],
  limit = formLimit,
): Promise<BodyResult> {
  const reason = `Send ${limit} bytes at most.`;
  const tooLarge = { kind: 'invalid', status: 413, reason } as const;
  const { headers } = request;
  const isEmpty = !('transfer-encoding' in headers) && Number(headers['content-length'] ?? 0) === 0;
  // An empty body needs no type (RFC 9110, section 8.3).
  if (isEmpty && headers['content-type'] === undefined) {
    return { kind: 'body', type: '', bytes: Buffer.alloc(0) };
  }
  const type = parseMediaType(headers['content-type']);
  if (!types.includes(type)) {
    return { kind: 'invalid', status: 415, reason: `Send it as ${types.join(' or ')}.` };
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return { kind: 'invalid', status: 415, reason: 'Send it uncompressed.' };
  }
  // Because of `optimizeEmptyRequests` a request without a length has no `end` event.
  if (isEmpty) return { kind: 'body', type, bytes: Buffer.alloc(0) };
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
    request.on('end', () => resolve({ kind: 'body', type, bytes: Buffer.concat(chunks) }));
    // The client went away; nobody reads the response.
    request.on('close', () =>
      resolve({ kind: 'invalid', status: 400, reason: 'The body ended too early.' }),
    );
    request.on('error', () => {}); // `close` follows.
  });
}

/** The media type without its parameters, in lower case (RFC 9110, section 8.3.1). */
function parseMediaType(contentType = ''): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Parses a form's fields. A field may occur once: of two addresses neither is certain.
 *
 * @returns undefined where the body is not UTF-8 or a field occurs twice
 */
export function parseFields(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  if (!isUtf8(bytes)) return undefined;
  const pairs = [...new URLSearchParams(bytes.toString())];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? fields : undefined;
}
