import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * Returns the client subnet of an address, for rate limits: an IPv4 address, or an IPv6 /56, the size for one household
 * or server (RFC 6177).
 *
 * @returns a name such as `203.0.113.7` or `2001:db8:0:1200::/56`; unknown addresses share one
 */
export function getClientSubnet(address = ''): string {
  // Removes brackets and port, which Azure's Application Gateway forwards, and the zone of fe80::1%eth0.
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  const [plain = ''] = bare.split('%', 1);
  return isIP(plain) === 0 ? 'unknown' : ipKeyGenerator(plain);
}

/** The limit of a /48 is this many times the limit of one of its 256 client subnets. */
export const endSiteFactor = 5;

/** Finds the /48 of an IPv6 client subnet; undefined for any other. One customer can get a whole /48. */
export function findEndSite(subnet: string): string | undefined {
  const [address = '', length] = subnet.split('/');
  return length === undefined ? undefined : ipKeyGenerator(address, 48);
}
