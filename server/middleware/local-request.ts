import type { Request } from 'express';

/** `null`: the pages of the mails' links have `Referrer-Policy: no-referrer` (Fetch, "append Origin"). */
const noOrigin: readonly unknown[] = [undefined, 'null'];

const names: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from a browser on this machine that was pointed at this machine, and not from
 * somebody behind a proxy here: then there is a forwarding header, or the page has another origin.
 */
export function isLocalRequest({ headers, hostname, socket }: Request): boolean {
  const { origin } = headers;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some((name) => name in headers);
  return (
    !isForwarded &&
    isLoopback(socket.remoteAddress) &&
    names.includes(hostname) &&
    (noOrigin.includes(origin) || isLocalOrigin(origin))
  );
}

function isLocalOrigin(origin = ''): boolean {
  return URL.canParse(origin) && names.includes(new URL(origin).hostname);
}

/** 127.0.0.0/8 and ::1 (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
