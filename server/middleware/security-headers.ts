import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { reportsPath } from '#shared/failure-report.ts';

const year = 31_536_000; // seconds

/** The policy of all responses except pages: they load nothing. Pages set their own: see `formatPagePolicy`. */
const strictestPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

/** Features with access to surroundings, devices or money. The list is short: headers are not compressed. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Subdomains are not included, because they may belong to somebody else. */
const strictTransport = helmet.strictTransportSecurity({ maxAge: year, includeSubDomains: false });

/** Helmet's headers, with the strictest policy. */
export const securityHeaders: readonly RequestHandler[] = [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: strictestPolicy },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    xDownloadOptions: false, // only Internet Explorer 8 knew it
    xPermittedCrossDomainPolicies: false, // only Flash read it
  }),
  (request, response, next) => {
    response.setHeader('permissions-policy', permissions);
    // RFC 6797, section 7.2, forbids sending it over HTTP.
    if (request.secure) strictTransport(request, response, next);
    else next();
  },
];

interface PagePolicy {
  /** The texts of the inline script and the style elements, exactly as in the document. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly frameOrigin: string | undefined;
  readonly embedded: boolean;
  /** React's inline scripts, which insert a deferred part, have this nonce. Other pages have none. */
  readonly nonce?: string | undefined;
}

/** The policy of a page, and of those that a visitor reaches from it by client navigation. */
export function formatPagePolicy(policy: PagePolicy): string {
  const { script, styles, frameOrigin, embedded, nonce } = policy;
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(script)}${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    `style-src 'self' ${styles.map(hashSource).join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${frameOrigin ? ` ${frameOrigin}` : ''}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embedded ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'", // Our code needs none, so none is allowed.
    // No `report-to`: see server/README.md.
    `report-uri ${reportsPath}`,
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
