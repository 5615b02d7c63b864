import type { RequestHandler } from 'express';
import type { FindAddress } from '../middleware/request-address.ts';
import { labelResponse } from '../observe/access-log.ts';

/** Redirects other spellings of a path to the canonical one, and the former paths of a page to the page. */
export function redirects(findAddress: FindAddress): RequestHandler {
  return (request, response, next) => {
    const address = findAddress(request);
    if (address.kind !== 'redirect') return next();
    labelResponse(response, 'redirect');
    const { location, cacheControl } = address;
    const headers = { location, 'cache-control': cacheControl, 'content-length': '0' };
    response.status(308).set(headers).end();
  };
}
