import proxyAddr from 'proxy-addr';

/** Whether the proxy at an address is ours. `distance` is 0 for the proxy next to the server. */
export type ProxyTrust = (address: string, distance: number) => boolean;

/** Whether an address is of this machine or of a private network: a proxy's, where all visitors seem to have it. */
export const isPrivate: ProxyTrust = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** Trusts no proxy: `X-Forwarded-*` headers are ignored. */
export const trustNobody: ProxyTrust = () => false;

/**
 * Parses TRUST_PROXY: a number of proxies, or a list of their addresses and networks such as
 * `loopback, 10.0.0.0/8`.
 *
 * @returns undefined if it is neither
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
