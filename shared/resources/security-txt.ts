import { formatAbsoluteUrl } from '../addresses.ts';
import { day } from '../dates/durations.ts';
import type { Site } from '../site.ts';
import type { Validity } from '../validity.ts';

/** Days; RFC 9116, section 2.5.5, recommends less than a year. */
const validFor = 180;

/** The path of the file (RFC 9116, section 3). */
export const securityTxtPath = '/.well-known/security.txt';

/**
 * Where to report a vulnerability (RFC 9116). It does not expire while the site runs. It changes once a day only, so
 * that its ETag stays useful.
 */
export function renderSecurityTxt({ origin, email }: Site, { from }: Validity): string {
  const expires = new Date(from + validFor * day).toISOString().replace('.000Z', 'Z');
  const lines = [`Contact: mailto:${email}`, `Expires: ${expires}`, 'Preferred-Languages: en'];
  // Section 2.5.2: a web address must begin with https.
  if (origin.startsWith('https:')) {
    lines.push(`Canonical: ${formatAbsoluteUrl(securityTxtPath, { origin })}`);
  }
  return `${lines.join('\n')}\n`;
}
