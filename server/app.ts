import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import { reportsPath } from '#shared/failure-report.ts';
import { site } from '#shared/site.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { storeSiteHeaders } from './cache/site-headers.ts';
import { errorHandler } from './middleware/error-handler.ts';
import { createUncachedLimit } from './middleware/limit-uncached.ts';
import { securityHeaders, strictTransport } from './middleware/security-headers.ts';
import { staticFiles } from './middleware/static-files.ts';
import { closedNewsletter, type Newsletter } from './newsletter/newsletter.ts';
import { type AccessLog, createAccessLog } from './observe/access-log.ts';
import { requestLog } from './observe/request-log.ts';
import { type ProxyTrust, trustNobody } from './proxy/proxy-trust.ts';
import { requestId } from './proxy/request-id.ts';
import { noAssets } from './render/asset-manifest.ts';
import { pageColours } from './render/document-head.ts';
import { healthRoutes, type Readiness } from './routes/health.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { createPages, type PageDependencies } from './routes/pages.ts';
import { acceptReport } from './routes/reports.ts';
import { resourceRoutes } from './routes/resources.ts';

/** The folder above this file: the repository, or `dist/` for the bundle. Both hold `public/`. */
export const rootDirectory = join(import.meta.dirname, '..');

export interface AppDependencies extends Omit<PageDependencies, 'limitUncached' | 'capturesMails'> {
  readonly readiness: Readiness;
  readonly indexing: boolean;
  readonly includeSubDomains: boolean;
  readonly buildDirectory: string;
  /** Without one the form says that it is not open. */
  readonly newsletter: Newsletter;
  readonly trust: ProxyTrust;
  /** Without one nothing is cached. It holds the content. */
  readonly responseCache: ResponseCache;
  /** The content, where there is no cache; by default the published content. */
  readonly content: SiteContent;
  readonly accessLog: AccessLog;
  /** Uncached requests of one client subnet in 10 seconds; without it there is no limit. */
  readonly maxUncached: number;
}

/** INDEXING=off: every response, files included, asks search engines not to index it. */
const noIndexing: RequestHandler = (_request, response, next) => {
  response.setHeader('x-robots-tag', 'noindex');
  next();
};

/** By default, so that a test needs no dependencies. */
const defaults = {
  site,
  assets: noAssets,
  now: () => new Date(),
  readiness: { ready: true },
  indexing: true,
  includeSubDomains: false,
  newsletter: closedNewsletter,
  trust: trustNobody,
  maxUncached: Number.POSITIVE_INFINITY,
};

/**
 * The application: an ordered list. Without arguments and without a build it serves every route; the
 * pages then have no script.
 */
export function createApp(given: Partial<AppDependencies> = {}): Express {
  const logger: Logger = given.logger ?? pino({ level: 'silent' });
  const all = { ...defaults, accessLog: createAccessLog(logger), ...given, logger };
  const { newsletter, trust, metrics, includeSubDomains } = all;
  const { origin } = all.site;
  const responseCache =
    given.responseCache ?? new ResponseCache({ ...all, cachesPages: false, cachesFiles: false });
  const limitUncached = createUncachedLimit(all.maxUncached);
  const { capturesMails } = newsletter;
  const pages = createPages({ ...all, capturesMails, limitUncached }, responseCache);
  const { sendPage } = pages;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trust);
  app.disable('etag'); // The cache sets ETags; Express would set its own on other responses.

  app.use(requestLog(all.accessLog)); // first, so that it times everything
  app.use(...securityHeaders); // before anything can respond
  if (!all.indexing) app.use(noIndexing); // before anything can respond
  app.use(storeSiteHeaders); // after the headers of every response, before those of this request
  app.use(requestId(trust)); // before anything can respond
  app.use(strictTransport(includeSubDomains)); // before anything can respond
  app.use(healthRoutes(all.readiness)); // early: tiny and frequent
  app.all(reportsPath, acceptReport({ logger, metrics, origin })); // early: no content
  const { version } = all.assets;
  app.use(resourceRoutes({ ...all, version, colours: pageColours, limitUncached }, responseCache));
  // before the pages, which take every path
  app.use(staticFiles(responseCache, rootDirectory, given.buildDirectory));
  app.use('/newsletter', (request, response, next) => {
    if (limitUncached(request, response)) next(); // before the database
  });
  app.use(newsletterRoutes({ newsletter, sendPage, logger, metrics, origin }));
  app.use(pages.routes); // every other path; 404 where there is no page
  // Last: Express looks for it after the route that failed.
  app.use(errorHandler(logger, (...failed) => sendPage('failure', ...failed)));
  return app;
}
