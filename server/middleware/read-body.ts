import { type Request, type Response, raw } from 'express';

/** The largest body anything here accepts: an address and a trap field, with room to spare. */
const limit = 4_096; // bytes

export type BodyResult =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly reason: string };

/** Compressed bodies are refused: nothing here is large enough to want one. */
const parse = raw({ type: () => true, limit, inflate: false });

/**
 * Reads a small body of one of the media types. What is too large is drained and not kept.
 *
 * @param types without parameters, in lower case
 */
export async function readBody(
  request: Request,
  response: Response,
  types: readonly string[],
): Promise<BodyResult> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (!types.includes(type ?? '')) {
    return { kind: 'refused', status: 415, reason: `Send it as ${types.join(' or ')}.` };
  }
  const error = await new Promise<unknown>((resolve) => {
    void parse(request, response, resolve);
  });
  if (error === undefined) {
    const { body } = request;
    return { kind: 'body', bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
  }
  switch (findStatus(error)) {
    case 413:
      return { kind: 'refused', status: 413, reason: `Send ${limit} bytes at most.` };
    case 415:
      return { kind: 'refused', status: 415, reason: 'Send it uncompressed.' };
    default:
      return { kind: 'refused', status: 400, reason: 'The body could not be read.' };
  }
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

function findStatus(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error
    ? error.status
    : undefined;
}
