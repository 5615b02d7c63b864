import type { RequestHandler, Response } from 'express';
import { readHeaders } from './read-headers.ts';

/**
 * Stores the headers that every response of the site has, before any route adds its own. A cached page
 * consists of these and of the page's headers: nothing of the request that was first.
 */
export const storeSiteHeaders: RequestHandler = (_request, response, next) => {
  response.locals['siteHeaders'] = readHeaders(response);
  next();
};

export function getSiteHeaders({ locals }: Response): Readonly<Record<string, string>> {
  const { siteHeaders = {} } = locals as { siteHeaders?: Readonly<Record<string, string>> };
  return siteHeaders;
}
