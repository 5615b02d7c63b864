import { join } from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express, type Request, type Response } from 'express';
import { type Logger, pino } from 'pino';
import { site } from '#shared/site.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { storeSiteHeaders } from './cache/site-headers.ts';
import { errorHandler } from './middleware/error-handler.ts';
import { createUncachedLimit, limitAll, noUncachedLimit } from './middleware/limit-uncached.ts';
import { noIndexing } from './middleware/no-indexing.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { staticFiles } from './middleware/static-files.ts';
import { closedNewsletter, type Newsletter } from './newsletter/newsletter.ts';
import { type AccessLog, createAccessLog } from './observe/access-log.ts';
import { type MetricsRecorder, noMetrics } from './observe/metrics-recorder.ts';
import { requestLog } from './observe/request-log.ts';
import { type ProxyTrust, trustNobody } from './proxy/proxy-trust.ts';
import { requestId } from './proxy/request-id.ts';
import { noAssets } from './render/asset-manifest.ts';
import { pageColours } from './render/document-head.ts';
import { healthRoutes, type Readiness } from './routes/health.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { createPages, type PageDependencies } from './routes/pages.ts';
import { reportRoutes } from './routes/reports.ts';
import { resourceRoutes } from './routes/resources.ts';

/** The folder above this file: the repository, or `dist/` for the bundle. Both hold `public/`. */
export const rootDirectory = join(import.meta.dirname, '..');

/** Everything the application needs from outside. Each has a default, so that a test needs none. */
export interface AppDependencies extends Omit<PageDependencies, 'limitUncached'> {
  readonly readiness: Readiness;
  /** Whether search engines are welcome; without it every answer says `noindex`. */
  readonly indexing: boolean;
  /** Whether `Strict-Transport-Security` is for the hosts below this one too. */
  readonly includeSubDomains: boolean;
  /** Where the browser's code has been built. */
  readonly buildDirectory: string;
  /** Without one the form answers that it is not open. */
  readonly newsletter: Newsletter;
  /** Whose word on the visitor's address, scheme and host counts. */
  readonly trust: ProxyTrust;
  /** Finished answers; without it nothing is kept. */
  readonly answers: ResponseCache;
  readonly observer: AccessLog;
  /** Uncached requests of one client subnet in 10 seconds; without it there is no limit. */
  readonly maxUncached: number;
  /** Counts what is no answer. */
  readonly meter: MetricsRecorder;
}

/** Brotli's window of 64 kB holds any page and halves the memory and time of the default. */
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/** What is complete at once has its length and brings its coding, or is too short to be worth one. */
const isStreamed = (request: Request, response: Response) =>
  !response.hasHeader('content-length') && compression.filter(request, response);

/**
 * The application: an ordered list. Without arguments it answers every route, without a build too;
 * the pages then carry no script.
 */
export function createApp(given: Partial<AppDependencies> = {}): Express {
  const logger: Logger = given.logger ?? pino({ level: 'silent' });
  const newsletter = given.newsletter ?? closedNewsletter;
  const meter = given.meter ?? noMetrics;
  const { origin } = given.site ?? site;
  const { maxUncached } = given;
  const limitUncached =
    maxUncached === undefined ? noUncachedLimit : createUncachedLimit(maxUncached);
  const dependencies = {
    site,
    assets: noAssets,
    now: () => new Date(),
    indexing: true,
    capturesMails: newsletter.capturesMails,
    ...given,
    limitUncached,
    logger,
    meter,
  };
  const { trust = trustNobody, observer = createAccessLog(logger) } = given;
  const { includeSubDomains = false } = given;
  const answers =
    given.answers ??
    new ResponseCache({
      cachesPages: false,
      cachesFiles: false,
      trust,
      includeSubDomains,
      now: dependencies.now,
      observer,
      logger,
    });
  const pages = createPages(dependencies, answers);
  const { sendPage } = pages;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trust);
  app.disable('etag'); // Express would make one for small answers only; ours bring their own.

  app.use(requestLog(observer)); // first, so that it times everything
  app.use(requestId(trust)); // before anything can answer
  app.use(...securityHeaders(includeSubDomains)); // before anything can answer
  if (!dependencies.indexing) app.use(noIndexing); // before anything can answer, too
  app.use(storeSiteHeaders); // behind what every response has, before any route
  app.use(healthRoutes(given.readiness ?? { ready: true })); // early: tiny and frequent
  app.use(reportRoutes({ logger, meter, origin })); // early: no content
  app.use(resourceRoutes({ ...dependencies, colours: pageColours }, answers));
  app.use(staticFiles(answers, rootDirectory, given.buildDirectory)); // before the pages, which answer all else
  app.use(compression({ brotli, filter: isStreamed })); // before what may come in pieces
  app.use('/newsletter', limitAll(limitUncached)); // before the database
  app.use(newsletterRoutes({ newsletter, sendPage, logger, meter, origin }));
  app.use(pages.routes); // answers everything that is left, with a 404 if need be
  app.use(errorHandler(logger, sendPage)); // last: Express looks for it behind what failed
  return app;
}
