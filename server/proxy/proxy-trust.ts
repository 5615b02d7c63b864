import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';

/** Whether the proxy at an address is ours. `distance` is 0 for the proxy next to the server. */
export type ProxyTrust = (address: string, distance: number) => boolean;

/** Trusts no proxy: `X-Forwarded-*` headers are ignored. */
export const trustNobody: ProxyTrust = () => false;

/** Parses TRUST_PROXY: a number of proxies, or their addresses and networks; undefined if it is neither. */
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

/** Warns of a proxy that is not trusted: all visitors seem to have its address, and share the limits. */
export function warnOfProxy(trust: ProxyTrust, logger: Logger): RequestHandler {
  let hasWarned = false; // Once, because any client can send the header.
  return ({ headers, socket }, _response, next) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined;
    if (isForwarded && !hasWarned && !trust(socket.remoteAddress ?? '', 0)) {
      hasWarned = true;
      logger.warn('all visitors seem to share an address and its limits: set TRUST_PROXY');
    }
    next();
  };
}
