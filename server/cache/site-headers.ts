import type { RequestHandler, Response } from 'express';

/** Stores the headers that every response of the site has, before those of the request and of a route are added. */
export const storeSiteHeaders: RequestHandler = (_request, response, next) => {
  response.locals['siteHeaders'] = response.getHeaders();
  next();
};

/** The headers that `storeSiteHeaders` has stored for this response. */
export function getSiteHeaders({ locals }: Response): Readonly<Record<string, string>> {
  const { siteHeaders = {} } = locals as { siteHeaders?: Readonly<Record<string, string>> };
  return siteHeaders;
}
