import type { RequestHandler, Response } from 'express';

/** These depend on the request. `ResponseCache.send` adds them to each response. */
const requestHeaders = new Set(['strict-transport-security', 'x-request-id', 'traceparent']);

/**
 * Stores the headers that every response of the site has, before a route adds its own. A cached response
 * consists of these and of the headers of its page, resource or file, and takes none from the request
 * that caused it.
 */
export const storeSiteHeaders: RequestHandler = (_request, response, next) => {
  response.locals['siteHeaders'] = Object.fromEntries(
    Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      value === undefined || requestHeaders.has(name) ? [] : [[name, String(value)]],
    ),
  );
  next();
};

/** The headers that `storeSiteHeaders` has stored for this response. */
export function getSiteHeaders({ locals }: Response): Readonly<Record<string, string>> {
  const { siteHeaders = {} } = locals as { siteHeaders?: Readonly<Record<string, string>> };
  return siteHeaders;
}
