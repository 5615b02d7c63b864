import type { Request } from 'express';

/** Pages opened from a mail have `Referrer-Policy: no-referrer`, so browsers send `null` (Fetch, "append Origin"). */
const noOrigin: readonly unknown[] = [undefined, 'null'];

const names: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from a browser on this machine that opened the site at a loopback address. A request through
 * a proxy on this machine has a forwarding header or another origin.
 */
export function isLocalRequest({ headers, hostname, socket }: Request): boolean {
  const { origin } = headers;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some((name) => name in headers);
  return (
    !isForwarded &&
    isLoopback(socket.remoteAddress) &&
    names.includes(hostname) &&
    (noOrigin.includes(origin) || names.includes(URL.parse(origin ?? '')?.hostname ?? ''))
  );
}

/** 127.0.0.0/8 and ::1 (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
