import { constants } from 'node:zlib';
import type { RequestHandler } from 'express';

/**
 * A window of 64 kB holds any page, and needs half the time and memory of brotli's default. Quality 8 makes a page 150
 * bytes smaller than 5, for 0.3 ms of CPU; 9 makes it no smaller, and 10 needs 70 ms.
 */
export const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/**
 * Replaces `Accept-Encoding` by the one encoding of the response, so that files, page cache and compression choose the
 * same: the smallest that the client accepts. If it accepts none, it is `identity`, which RFC 9110, section 12.4.1,
 * allows instead of a 406.
 */
export const negotiateEncoding: RequestHandler = (request, _response, next) => {
  const encoding = ['br', 'gzip'].find((each) => request.acceptsEncodings(each));
  request.headers['accept-encoding'] = encoding ?? 'identity';
  next();
};
