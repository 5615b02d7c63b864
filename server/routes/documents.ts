import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { type RequestHandler, Router } from 'express';
import { type DocumentContext, findDocument, type TextDocument } from '#shared/documents.ts';

export interface DocumentDependencies extends Omit<DocumentContext, 'now'> {
  readonly now: () => Date;
}

/**
 * The document table's rows: text with a strong ETag, 304 where the copy is still good, HEAD, 405 for
 * anything else. It compresses by itself, because each encoding is a representation of its own and
 * must not share a strong ETag with another (RFC 9110, section 8.8.3.3); `compression` would.
 */
export function documentRoutes({ now, ...context }: DocumentDependencies): RequestHandler {
  const router = Router();
  router.use((request, response, next) => {
    const document = findDocument(request.path);
    if (!document) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    const search = request.url.replace(/^[^?]*/, '');
    const text = document.render({ ...context, now: now() }, search);
    const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
    sendDocument(document, response, encode(text, encoding || 'identity'));
  });
  return router;
}

interface Representation {
  readonly bytes: Buffer;
  readonly encoding: string;
  readonly etag: string;
}

function sendDocument(
  { contentType, maxAge, shared }: TextDocument,
  response: Response,
  { bytes, encoding, etag }: Representation,
) {
  response.set({
    'content-type': contentType,
    'cache-control': `public, max-age=${maxAge}`,
    vary: 'Accept-Encoding',
    etag,
  });
  if (encoding !== 'identity') response.set('content-encoding', encoding);
  if (shared) {
    // Readers that run in a browser fetch feeds and calendars from their own origin. There is nothing
    // in them that is not public, and nobody is logged in, so nothing is given away.
    response.set({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
  response.send(bytes); // Answers 304 to a matching If-None-Match, and HEAD without the body.
}

function encode(text: string, encoding: string): Representation {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  if (encoding === 'br') {
    const bytes = brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
    });
    return { bytes, encoding, etag: `"${hash}-br"` };
  }
  if (encoding === 'gzip') return { bytes: gzipSync(plain), encoding, etag: `"${hash}-gzip"` };
  return { bytes: plain, encoding: 'identity', etag: `"${hash}"` };
}
