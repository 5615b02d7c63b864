import type { Request } from 'express';

/**
 * Whether a form was sent from a page of this site. Browsers send Sec-Fetch-Site (W3C Fetch Metadata), which pages
 * cannot forge; older browsers send only Origin. A client that sends neither is not a browser, so there is no visitor
 * to protect.
 *
 * @param origin the configured origin, because a proxy may change the Host header
 */
export function isSameOrigin({ headers, host }: Request, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin: sender } = headers;
  if (sender === undefined || sender === origin) return true;
  return URL.canParse(sender) && new URL(sender).host === host?.toLowerCase();
}
