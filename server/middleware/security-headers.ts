import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { reportsPath } from '#shared/failure-report.ts';

/** Nothing that only asks for a file or an answer may load anything. Pages set their own policy. */
const strictestPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

/**
 * Features of the browser that the site does not use and nothing inside it may: those that reach the
 * visitor. No more of them, since headers are not compressed and share the first packets with the page.
 */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * For HTTPS alone: a year in which browsers use nothing else for this host.
 *
 * @param includeSubDomains whether for the hosts below it too, which may be somebody else's
 */
export function formatStrictTransport(includeSubDomains: boolean): readonly [string, string] {
  const scope = includeSubDomains ? '; includeSubDomains' : '';
  return ['strict-transport-security', `max-age=31536000${scope}`];
}

/** Helmet's headers on every answer, errors and files included, with the strictest policy. */
export function securityHeaders(includeSubDomains: boolean): readonly RequestHandler[] {
  const strictTransport = formatStrictTransport(includeSubDomains);
  return [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: strictestPolicy },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: false, // below
    }),
    (request, response, next) => {
      response.setHeader('permissions-policy', permissions);
      // Only over HTTPS: over HTTP browsers have to ignore it (RFC 6797, section 7.2).
      if (request.secure) response.setHeader(...strictTransport);
      next();
    },
  ];
}

interface PagePolicy {
  readonly scriptSource: string;
  readonly styleSources: readonly string[];
  /** Origin of the external contact form, if there is one. */
  readonly frameOrigin: string | undefined;
  /** Whether a page of our own may show this one in a frame. */
  readonly framed: boolean;
}

/** The hash of an empty style: Emotion's browser runtime makes one and fills it by `insertRule`. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * The policy of a page. Hashes and no nonce: the page is the same bytes for everyone, so that it can
 * be cached. It has to serve the pages that are reached from it by client navigation as well.
 */
export function formatPagePolicy({ scriptSource, styleSources, frameOrigin, framed }: PagePolicy) {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptSource}`,
    `style-src ${styleSources.join(' ')} ${emptyStyle}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${frameOrigin ? ` ${frameOrigin}` : ''}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'", // Nothing of ours makes a policy, so nothing else may.
    // And no `report-to`: where it stands, Chromium and Firefox pass over this one, and then report a
    // minute late, and over plain HTTP not at all (measured, versions 156 and 153).
    `report-uri ${reportsPath}`,
  ].join('; ');
}
