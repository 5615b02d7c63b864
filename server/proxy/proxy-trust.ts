import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** Whether the proxy at an address is ours. `distance` counts from the server, from 0. */
export type ProxyTrust = (address: string, distance: number) => boolean;

/** No proxy: `X-Forwarded-*` headers are ignored. */
export const trustNobody: ProxyTrust = () => false;

/**
 * Parses TRUST_PROXY: a number of proxies, or a list of their addresses and networks such as
 * `loopback, 10.0.0.0/8`.
 *
 * @returns undefined where it is neither
 */
export function parseProxyTrust(value: string): ProxyTrust | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    if (count === 0) return trustNobody;
    return count <= 10 ? (_address, distance) => distance < count : undefined;
  }
  try {
    return proxyAddr.compile(text.split(',').map((part) => part.trim()));
  } catch {
    return undefined;
  }
}

/**
 * Whether the visitor's connection to a trusted proxy is encrypted; ours never is. The same as Express's
 * `request.secure`, for responses in front of Express.
 */
export function isSecure({ headers, socket }: IncomingMessage, trust: ProxyTrust): boolean {
  const scheme = headers['x-forwarded-proto'];
  if (typeof scheme !== 'string' || !trust(socket.remoteAddress ?? '', 0)) return false;
  return scheme.split(',', 1)[0]?.trim() === 'https';
}
