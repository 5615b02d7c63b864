import * as z from 'zod';
import { type FailureKind, failureKinds } from '#shared/failure-report.ts';
import { redactLine } from '../observe/redact.ts';

/** A report for the log. Its fields are short, on one line, and do not identify the visitor. */
export interface BrowserReport {
  /** `policy`: a violation of the policy. `extension`: any report caused by a browser extension. */
  readonly kind: FailureKind | 'policy' | 'extension';
  readonly [field: string]: string | number | undefined;
}

/** Parses a report of one of `reportTypes`; undefined if the body does not match. */
export function parseReport(type: string | false | null, body: unknown): BrowserReport | undefined {
  if (type === failureType) return failure.safeParse(body).data;
  return type === violationType ? violation.safeParse(body).data : undefined;
}

const text = z.string().optional().catch(undefined);
const count = z.int().nonnegative().optional().catch(undefined);

/** CSP level 2, `report-uri`. */
const violation = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text,
      'source-file': text,
      'line-number': count,
      'column-number': count,
    }),
  })
  // The sample of the blocked code, the referrer and the policy are left out.
  .transform(({ 'csp-report': report }): BrowserReport => {
    const { 'document-uri': document, 'blocked-uri': blocked, 'source-file': source } = report;
    const directives = report['effective-directive'] ?? report['violated-directive'] ?? '';
    const directive = directives.split(' ', 1)[0] ?? '';
    const isForeign = [blocked, source].some((url) => extensionScheme.test(url ?? ''));
    return {
      kind: isForeign ? 'extension' : 'policy',
      directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
      blocked: describeAddress(blocked, document),
      page: describeAddress(document, document),
      source: describeAddress(source, document),
      line: report['line-number'],
      column: report['column-number'],
    };
  });

const failure = z
  .object({
    kind: z.enum(failureKinds),
    message: z.string(),
    stack: z.string(),
    page: z.string(),
  })
  .transform(
    ({ kind, message, stack, page }): BrowserReport => ({
      kind: extensionAddress.test(stack) ? 'extension' : kind,
      message: redactLine(message),
      stack: redactLine(stack, maxStack),
      page: redactLine(page.split(/[?#]/, 1)[0] ?? '', 200),
    }),
  );

const violationType = 'application/csp-report';
const failureType = 'application/json';
export const reportTypes = [violationType, failureType];

/** The maximum length of a stack in the log, in characters. */
const maxStack = 1_200;

/** Safari hides the addresses of its extensions: `webkit-masked-url://hidden/`. */
const extensionScheme =
  /^(?:(?:chrome|moz|safari(?:-web)?|ms-browser)-extension|user-script|webkit-masked-url)\b/;
const extensionAddress =
  /(?:(?:chrome|moz|safari(?:-web)?|ms-browser)-extension|webkit-masked-url):/;

/** Browsers send a keyword instead of an address: `inline`, `eval`, `trusted-types-sink`, `data` … */
const keyword = /^[a-z-]{1,30}$/;

/** Returns the path of our own files, the origin of other sites, and otherwise the scheme (`data:`). */
function describeAddress(address: string | undefined, document: string | undefined) {
  if (address === undefined || address === '') return undefined;
  if (keyword.test(address)) return address;
  const url = URL.parse(address);
  if (!url) return 'unknown';
  const { protocol, origin, pathname } = url;
  if (origin === 'null') return protocol.slice(0, 30);
  const isOurs = URL.parse(document ?? '')?.origin === origin;
  return redactLine(isOurs ? pathname : origin, 200);
}
