import * as z from 'zod';
import { type FailureKind, failureKinds } from '#shared/failure-report.ts';
import { redactLine } from '../observe/redact.ts';

/** A report for the log. Its fields are short, on one line, and do not identify the visitor. */
export interface BrowserReport {
  /** `policy`: a violation of the policy. `extension`: any kind, caused by an extension of the browser. */
  readonly kind: FailureKind | 'policy' | 'extension';
  readonly [field: string]: string | number | undefined;
}

/** Per request. A browser collects the reports of a minute. */
const maxReports = 10;

/**
 * Parses the body of a report.
 *
 * @param type one of `reportTypes`
 * @returns undefined where the body does not match its type. Other kinds of reports are left out.
 */
export function parseReports(type: string, bytes: Buffer): readonly BrowserReport[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return formats[type]?.safeParse(JSON.parse(text)).data?.slice(0, maxReports);
  } catch {
    return undefined; // Neither UTF-8 nor JSON.
  }
}

const text = z.string().optional().catch(undefined);
const count = z.int().nonnegative().optional().catch(undefined);

const violation = z.object({
  documentURL: text,
  effectiveDirective: text,
  blockedURL: text,
  sourceFile: text,
  lineNumber: count,
  columnNumber: count,
});

/** CSP level 2, `report-uri`: the format that our policy requests. */
const legacyReport = z
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
  .transform(({ 'csp-report': report }) => [
    describeViolation({
      documentURL: report['document-uri'],
      effectiveDirective: report['effective-directive'] ?? report['violated-directive'],
      blockedURL: report['blocked-uri'],
      sourceFile: report['source-file'],
      lineNumber: report['line-number'],
      columnNumber: report['column-number'],
    }),
  ]);

/** The Reporting API, `report-to`: a proxy may add it to the policy. */
const reportList = z.array(z.object({ type: z.string(), body: z.unknown() })).transform((reports) =>
  reports.flatMap(({ type, body }) => {
    const read = type === 'csp-violation' ? violation.safeParse(body).data : undefined;
    return read ? [describeViolation(read)] : [];
  }),
);

/** A failure of our own script. */
const failure = z
  .object({
    kind: z.enum(failureKinds),
    message: z.string(),
    stack: z.string(),
    page: z.string(),
  })
  .transform(({ kind, message, stack, page }) => [
    {
      kind: extensionAddress.test(stack) ? ('extension' as const) : kind,
      message: redactLine(message),
      stack: redactLine(stack, 1_200),
      page: redactLine(page.split(/[?#]/, 1)[0] ?? '', 200),
    },
  ]);

/** By media type. */
const formats: Readonly<Record<string, z.ZodType<readonly BrowserReport[]>>> = {
  'application/csp-report': legacyReport,
  'application/reports+json': reportList,
  'application/json': failure,
};

export const reportTypes = Object.keys(formats);

/** The sample of the blocked code, the referrer and the policy are left out. */
function describeViolation(given: z.infer<typeof violation>): BrowserReport {
  const { documentURL, effectiveDirective = '', blockedURL, sourceFile } = given;
  const isForeign = [blockedURL, sourceFile].some((url) => extensionScheme.test(url ?? ''));
  const directive = effectiveDirective.split(' ', 1)[0] ?? '';
  return {
    kind: isForeign ? 'extension' : 'policy',
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
    blocked: describePlace(blockedURL, documentURL),
    page: describePlace(documentURL, documentURL),
    source: describePlace(sourceFile, documentURL),
    line: given.lineNumber,
    column: given.columnNumber,
  };
}

const extensionScheme = /^(?:(?:chrome|moz|safari(?:-web)?|ms-browser)-extension|user-script)\b/;
const extensionAddress = /(?:chrome|moz|safari(?:-web)?|ms-browser)-extension:/;

/** In place of an address: `inline`, `eval`, `trusted-types-sink`, `data` … */
const keyword = /^[a-z-]{1,30}$/;

/** For our own files the path, for other sites the origin, for everything else the scheme (`data:`). */
function describePlace(address: string | undefined, document: string | undefined) {
  if (address === undefined || address === '') return undefined;
  if (keyword.test(address)) return address;
  const url = URL.parse(address);
  if (!url) return 'unknown';
  const { protocol, origin, pathname } = url;
  if (origin === 'null') return protocol.slice(0, 30);
  const isOurs = URL.parse(document ?? '')?.origin === origin;
  return redactLine(isOurs ? pathname : origin, 200);
}
