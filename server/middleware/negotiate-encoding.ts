import type { RequestHandler } from 'express';
import Negotiator from 'negotiator';

// Both lists as in `compression`, which makes the same call.
const supported = ['br', 'gzip', 'deflate', 'identity'];
const preferred = ['br', 'gzip'];

/**
 * Replaces `Accept-Encoding` by the one encoding of the response, so that files, page cache and compression choose the
 * same. If the client accepts none, it is `identity`, which RFC 9110, section 12.4.1, allows instead of a 406.
 */
export const negotiateEncoding: RequestHandler = (request, _response, next) => {
  const encoding = new Negotiator(request).encoding(supported, { preferred });
  request.headers['accept-encoding'] = encoding ?? 'identity';
  next();
};
