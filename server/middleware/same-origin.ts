import type { Request } from 'express';

/**
 * Whether a form was sent from a page of this site. Older browsers send only Origin, other clients neither.
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
