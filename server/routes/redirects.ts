import type { RequestHandler } from 'express';
import { findCanonicalPath } from '#shared/routes.ts';
import { describeResponse } from '../observe/access-log.ts';
import { decodePath, splitUrl } from '../split-url.ts';

/** A day: without it browsers may cache a 308, and a mistake in it, for ever (RFC 9110, section 15.4.9). */
const caching = 'public, max-age=86400';

/** Leads from any other spelling of a page's path to the one of the table, and from the form's address to the form. */
export const redirects: RequestHandler = (request, response, next) => {
  const { path, method, originalUrl } = request;
  if (method !== 'GET' && method !== 'HEAD') return next();
  // Of a form that was sent without JavaScript, from the address bar or by Back.
  if (path === '/newsletter') {
    describeResponse(response, 'redirect');
    return response.set('cache-control', 'no-store').redirect(303, '/#newsletter');
  }
  const decoded = decodePath(path);
  const canonical = decoded === undefined ? undefined : findCanonicalPath(decoded);
  if (canonical === undefined || canonical === path) return next();
  describeResponse(response, 'redirect');
  const location = canonical + splitUrl(originalUrl).search; // A path of the table cannot lead to another host.
  response.status(308).set({ location, 'cache-control': caching, 'content-length': '0' }).end();
};
