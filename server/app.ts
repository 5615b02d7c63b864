import './check-node-version.ts'; // before modules that an older Node cannot run

import { join } from 'node:path';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { second } from '#shared/dates/durations.ts';
import { reportsPath } from '#shared/failure-report.ts';
import { site } from '#shared/site.ts';
import { publishedContent } from '#shared/site-content.ts';
import { errorHandler, type SendFailure } from './middleware/error-handler.ts';
import { limitNetworks } from './middleware/limit-networks.ts';
import { brotli, negotiateEncoding } from './middleware/negotiate-encoding.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { closedNewsletter, type Newsletter } from './newsletter/newsletter.ts';
import { logRequests } from './observe/access-log.ts';
import { createLogger } from './observe/create-logger.ts';
import { cachePages, type PageCache } from './page-cache.ts';
import { type ProxyTrust, trustNobody, warnOfProxy } from './proxy/proxy-trust.ts';
import { requestId } from './proxy/request-id.ts';
import type { Release } from './release.ts';
import { noAssets } from './render/asset-manifest.ts';
import { pageColours } from './render/document-template.ts';
import { readAddress } from './request-address.ts';
import { healthPaths, healthRoutes, type Readiness } from './routes/health.ts';
import { newsletterPaths, newsletterRoutes } from './routes/newsletter.ts';
import { createPages, type PageDependencies } from './routes/pages.ts';
import { reportRoutes } from './routes/reports.ts';
import { resourceRoutes } from './routes/resources.ts';
import { staticFiles } from './static-files.ts';

/** The folder above this file: the repository, or `dist/` for the bundle. Both hold `public/`. */
export const rootDirectory = join(import.meta.dirname, '..');

export interface AppDependencies extends Omit<PageDependencies, 'newsletterState'> {
  readonly readiness: Readiness;
  readonly release: Release;
  readonly indexing: boolean;
  readonly buildDirectory: string;
  /** Whether the files of the build never change while the process runs. */
  readonly isBuilt: boolean;
  readonly newsletter: Newsletter;
  readonly trust: ProxyTrust;
  readonly cache: PageCache | undefined;
  /** The most uncached requests of one client subnet in 10 seconds. */
  readonly maxUncached: number;
  /** Sends the page for a failure. `npm run dev` shows the error. */
  readonly sendFailure: SendFailure;
}

/** Closes the site to search engines: INDEXING=off. */
const noIndexing: RequestHandler = (_request, response, next) => {
  response.setHeader('x-robots-tag', 'noindex');
  next();
};

/** Treats a HEAD as a GET, so that both get the same headers. Node omits the body. */
const readHeadAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

const defaults = {
  site,
  content: publishedContent,
  assets: noAssets,
  now: () => new Date(),
  readiness: { ready: true },
  release: { version: '', commit: '' },
  indexing: true,
  buildDirectory: rootDirectory,
  isBuilt: false,
  newsletter: closedNewsletter,
  trust: trustNobody,
  maxUncached: Number.POSITIVE_INFINITY,
};

/**
 * Creates the application, an ordered list of middleware and routes. Without arguments and without a build it serves
 * every route, and the pages have no script.
 */
export function createApp(given: Partial<AppDependencies> = {}): Express {
  const logger: Logger = given.logger ?? createLogger('error', process.stderr);
  const all = { ...defaults, ...given, logger };
  const { newsletter, trust, metrics, content, now } = all;
  const { origin } = all.site;
  const { capturesMails, isOff } = newsletter;
  const newsletterState = capturesMails ? { capturesMails } : isOff ? { isOff } : undefined;
  const others = [reportsPath, ...healthPaths, ...newsletterPaths];
  const { routes: pageRoutes, sendPage } = createPages({ ...all, newsletterState });
  const compress = compression({ brotli });
  const limits = limitNetworks({ window: 10 * second, max: all.maxUncached });
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trust);
  app.disable('etag'); // See `createEntityTag`.

  app.use(logRequests(logger, metrics?.measureResponse)); // first, so that it times everything
  app.use(warnOfProxy(trust, logger), requestId(trust));
  app.use(...securityHeaders);
  if (!all.indexing) app.use(noIndexing);
  app.use(negotiateEncoding);
  app.use(staticFiles({ ...all, directory: rootDirectory }));
  app.use(readAddress(content, others, now));
  app.use(healthRoutes(all.readiness, all.release));
  app.use(readHeadAsGet);
  const { version } = all.assets;
  app.use(reportRoutes({ ...all, metrics, origin }));
  // These routes use the database, and are never cached. Routes that accept a body parse it themselves.
  const before = [compress, ...limits];
  app.use(newsletterRoutes({ newsletter, sendPage, before, metrics, origin }));
  app.use(
    // The cache has a response for every remaining path, so a route after it would be hidden by a cached 404.
    cachePages({ cache: given.cache, now }),
    compress,
    ...limits,
    resourceRoutes({ ...all, version, colours: pageColours }),
    pageRoutes, // 404 where there is no page
  );
  const sendFailure: SendFailure = (_error, ...failed) => sendPage('failure', ...failed);
  app.use(errorHandler(logger, given.sendFailure ?? sendFailure));
  return app;
}
