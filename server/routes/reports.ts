import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { minute } from '#shared/durations.ts';
import { readBody } from '../middleware/read-body.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { describeResponse } from '../observe/access-log.ts';
import type { MetricsRecorder } from '../observe/counters.ts';
import { getClientSubnet } from '../proxy/client-subnet.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import { createSubnetLimit } from '../proxy/subnet-limit.ts';
import { parseReport, reportTypes } from '../reports/parse-report.ts';

interface ReportOptions {
  readonly logger: Logger;
  readonly metrics: MetricsRecorder | undefined;
  /** The configured one, without a slash at the end. */
  readonly origin: string;
}

/** A violation contains the whole policy. */
const limit = 16_384; // bytes

export const reportLimits = {
  window: minute,
  /** A broken page sends five at most, and a visitor opens few pages a minute. */
  maxPerSubnet: 20,
  /** Enough to see a mistake, and too few to fill a disk. */
  maxOverall: 120,
} as const;

/**
 * Accepts reports of browsers: violations of the policy, and failures of our script. Each becomes a log
 * line and a count of the metrics; nothing else is stored, and no third party gets it. The response has
 * no content, so it cannot reflect the report.
 */
export function acceptReport({ logger, metrics, origin }: ReportOptions): RequestHandler {
  const take = createSubnetLimit(reportLimits);
  return async (request, response) => {
    describeResponse(response, 'reports');
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'POST') return void response.status(405).set('allow', 'POST').end();
    const reject = (reason: Parameters<MetricsRecorder['rejectedReport']>[0], status: number) => {
      metrics?.rejectedReport(reason);
      response.status(status).end();
    };
    if (!isSameOrigin(request, origin)) return reject('origin', 403);
    const wait = take(getClientSubnet(request.ip), performance.now());
    if (wait !== undefined) {
      response.set('retry-after', String(wait));
      return reject('limited', 429);
    }
    const result = await readBody(request, reportTypes, limit);
    if (result.kind === 'invalid') return reject('malformed', result.status);
    const report = parseReport(result.type, result.bytes);
    if (!report) return reject('malformed', 400);
    metrics?.reported(report.kind);
    const requestId = response.getHeader(requestIdHeader);
    const level = report.kind === 'extension' ? 'info' : 'warn';
    logger[level]({ requestId, ...report }, 'reported by a browser');
    response.status(204).end();
  };
}
