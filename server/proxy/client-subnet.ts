import { isIPv4, isIPv6 } from 'node:net';

/**
 * The client subnet of an address, for rate limits: an IPv4 address, or the first 56 bits of an IPv6
 * address, which is what one household or server gets (RFC 6177).
 *
 * @returns a name such as `203.0.113.7` or `20010db8000012`; unknown addresses share one
 */
export function getClientSubnet(address: string | undefined): string {
  // Without brackets and port, as in [2001:db8::1]:443 of some proxies, and without a zone, as in fe80::1%eth0.
  const [plain = ''] = (address ?? '').replace(/^\[(.*)\](:\d+)?$/, '$1').split('%', 1);
  // Mapped to IPv6, or with a port, as Azure's Application Gateway forwards it.
  const [, ipv4 = ''] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(plain) ?? [];
  if (isIPv4(ipv4)) return ipv4;
  if (!isIPv6(plain)) return 'unknown';
  // The URL parser writes any IPv6 address in its shortest form, without dots.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const groups = [...front, ...Array(8 - front.length - back.length).fill('0'), ...back];
  return groups
    .map((group) => group.padStart(4, '0'))
    .join('')
    .slice(0, 14);
}

/**
 * The end site of an IPv6 client subnet: the /48 that one customer can get, with 256 client subnets
 * (RFC 6177).
 *
 * @returns undefined where the subnet is an IPv4 address or unknown
 */
export function findEndSite(subnet: string): string | undefined {
  return /^[0-9a-f]{14}$/.test(subnet) ? subnet.slice(0, 12) : undefined;
}
