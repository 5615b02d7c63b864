type EmailAddressResult =
  | {
      readonly kind: 'address';
      /** The address as entered, with its domain in ASCII: for the mail's envelope. */
      readonly address: string;
      /** The address in lower case: two spellings with the same key are one subscriber. */
      readonly key: string;
    }
  | { readonly kind: 'invalid' }
  /** The part before the @ is not ASCII. It would need SMTPUTF8 (RFC 6531) at every mail server on the way. */
  | { readonly kind: 'non-ascii' };

/** RFC 5321, section 4.5.3.1: 64 octets before the @; 254 in all (RFC 3696, erratum 1690). */
const maxLocalPart = 64;
export const maxAddressLength = 254;

/** A dot-atom (RFC 5322, section 3.2.3): `first.last+tag`. Quoted local parts are valid but unused in practice. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** Letters, digits, marks, hyphens and dots of any script: the input of IDNA. */
const writtenDomain = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
/** `mail.example.org`: labels of 1 to 63 characters, the last of 2 to 63 and no number: no local host, no IP. */
const asciiDomain =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Parses an email address. International domains become ASCII (IDNA, as browsers do it). Stricter than RFC 5321: no
 * quoted local parts, no address literals, no comments, no control characters, so that a header line may contain it.
 * What `trimAddress` removes around it is dropped. Never throws.
 */
export function parseEmailAddress(text: string): EmailAddressResult {
  const written = trimAddress(text);
  const at = written.lastIndexOf('@');
  const local = written.slice(0, at);
  const domain = written.slice(at + 1);
  if (at < 1 || written.length > maxAddressLength) return { kind: 'invalid' };
  const host = writtenDomain.test(domain) ? findAsciiDomain(domain) : undefined;
  if (host === undefined) return { kind: 'invalid' };
  if (/[^\p{ASCII}]/u.test(local) && /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(local)) {
    return { kind: 'non-ascii' };
  }
  const address = `${local}@${host}`;
  if (local.length > maxLocalPart || address.length > maxAddressLength || !localPart.test(local)) {
    return { kind: 'invalid' };
  }
  return { kind: 'address', address, key: address.toLowerCase() };
}

/**
 * Removes invisible characters from both ends, which programs copy together with an address: white space, line ends,
 * byte order mark, direction marks, zero-width characters. Searches for the first and the last visible character,
 * because a search for the blanks at the end would take quadratic time.
 */
export function trimAddress(text: string): string {
  const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
  const characters = [...text];
  const start = characters.findIndex((each) => visible.test(each));
  const end = characters.findLastIndex((each) => visible.test(each));
  return start < 0 ? '' : characters.slice(start, end + 1).join('');
}

/** The URL parser applies IDNA (UTS 46). Its result for a number (an IP address) is invalid here. */
function findAsciiDomain(domain: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${domain}/`);
    return asciiDomain.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}
