import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { reportsPath } from '#shared/failure-report.ts';
import { readBody } from '../middleware/read-body.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import type { MetricsRecorder } from '../observe/metrics-recorder.ts';
import { describeResponse } from '../observe/request-log.ts';
import { getClientSubnet } from '../proxy/client-subnet.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import { SubnetLimit } from '../proxy/subnet-limit.ts';
import { parseReports, reportTypes } from '../reports/parse-reports.ts';

interface ReportRoutesOptions {
  readonly logger: Logger;
  readonly meter: MetricsRecorder;
  /** The configured one, without a slash at the end. */
  readonly origin: string;
}

/** A browser that gathers a minute's violations stays below it; each has the whole policy in it. */
const limit = 16_384; // bytes

export const reportLimits = {
  window: 60_000, // milliseconds
  /** A broken page sends five, and nobody opens one more often than this. */
  maxPerSubnet: 20,
  /** Enough to see what is wrong, and never a log that fills a disk. */
  maxOverall: 120,
} as const;

/**
 * Takes what browsers report: violations of the policy, and failures of our script. Each becomes a
 * line of the log and a count of the metrics, and nothing else: no third party, nothing stored. The
 * answer never has content, so that nobody is given back what he sent.
 */
export function reportRoutes({ logger, meter, origin }: ReportRoutesOptions): RequestHandler {
  const limits = new SubnetLimit(reportLimits);
  const router = Router();
  router.all(reportsPath, async (request, response) => {
    describeResponse(response, 'reports');
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'POST') return void response.status(405).set('allow', 'POST').end();
    if (!isSameOrigin(request, origin)) {
      meter.refusedReport('origin');
      return void response.status(403).end();
    }
    const wait = limits.take(getClientSubnet(request.ip), performance.now());
    if (wait !== undefined) {
      meter.refusedReport('limited');
      return void response.status(429).set('retry-after', String(wait)).end();
    }
    const result = await readBody(request, reportTypes, limit);
    if (result.kind === 'refused') {
      meter.refusedReport('malformed');
      return void response.status(result.status).end();
    }
    const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
    const reports = parseReports(type ?? '', result.bytes);
    if (!reports) {
      meter.refusedReport('malformed');
      return void response.status(400).end();
    }
    const requestId = response.getHeader(requestIdHeader);
    for (const report of reports) {
      meter.reported(report.kind);
      const level = report.kind === 'extension' ? 'info' : 'warn';
      logger[level]({ requestId, ...report }, 'reported by a browser');
    }
    response.status(204).end();
  });
  return router;
}
