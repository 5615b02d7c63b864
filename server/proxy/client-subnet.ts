import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The client subnet of an address, for rate limits: an IPv4 address, or the IPv6 /56 that one household or server gets
 * (RFC 6177).
 *
 * @returns a name such as `203.0.113.7` or `2001:db8:0:1200::/56`; unknown addresses share one
 */
export function getClientSubnet(address = ''): string {
  // Without brackets and port, as Azure's Application Gateway forwards them, and without a zone, as in fe80::1%eth0.
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  const [plain = ''] = bare.split('%', 1);
  return isIP(plain) === 0 ? 'unknown' : ipKeyGenerator(plain);
}

/** A /48 has 256 client subnets. Its limit is this many times that of one. */
export const endSiteFactor = 5;

/** The /48 of an IPv6 client subnet, which one customer can get: it has 256 of them. Undefined for any other. */
export function findEndSite(subnet: string): string | undefined {
  const [address = '', length] = subnet.split('/');
  return length === undefined ? undefined : ipKeyGenerator(address, 48);
}
