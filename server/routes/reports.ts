import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { minute } from '#shared/dates/durations.ts';
import { reportsPath } from '#shared/failure-report.ts';
import { lifetimes } from '#shared/lifetimes.ts';
import { limitNetworks } from '../middleware/limit-networks.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { labelResponse } from '../observe/access-log.ts';
import type { MetricsRecorder } from '../observe/counters.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import type { Release } from '../release.ts';
import { parseReport, reportTypes } from '../reports/parse-report.ts';

interface ReportOptions {
  readonly logger: Logger;
  readonly metrics: MetricsRecorder | undefined;
  /** The configured origin, without a slash at the end. */
  readonly origin: string;
  readonly release: Release;
}

/** Maximum size of a report, in bytes. A violation contains the whole policy. */
const limit = 16_384;

/** Maximum of reports per client subnet and minute. A broken page sends five at most, and a visitor opens few pages. */
const max = 20;

/** Logs and counts browser reports. The response has no content, so it cannot reflect the report. */
export function reportRoutes({ logger, metrics, origin, release }: ReportOptions): Router {
  const { commit } = release;
  const begin: RequestHandler = (request, response, next) => {
    labelResponse(response, 'reports');
    response.setHeader('cache-control', lifetimes.private);
    if (request.method !== 'POST') {
      return void response.status(405).set({ allow: 'POST', 'content-length': '0' }).end();
    }
    if (isSameOrigin(request, origin)) return next();
    metrics?.rejectedReport('origin');
    response.status(403).end();
  };
  const accept: RequestHandler = (request, response) => {
    const report = parseReport(request.is(reportTypes), request.body);
    if (!report) {
      metrics?.rejectedReport('malformed');
      return void response.status(request.body === undefined ? 415 : 400).end();
    }
    metrics?.reported(report.kind);
    const requestId = response.getHeader(requestIdHeader);
    const level = report.kind === 'extension' ? 'info' : 'warn';
    logger[level]({ requestId, commit, ...report }, 'reported by a browser');
    response.status(204).end();
  };
  const rejectBody: ErrorRequestHandler = (error, _request, _response, next) => {
    metrics?.rejectedReport('malformed');
    next(error);
  };
  const onLimited = () => metrics?.rejectedReport('limited');
  const router = Router();
  router.all(
    reportsPath,
    begin,
    ...limitNetworks({ window: minute, max, onLimited }),
    express.json({ type: reportTypes, limit, inflate: false }),
    accept,
    rejectBody,
  );
  return router;
}
