import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express } from 'express';
import { type Logger, pino } from 'pino';
import { site } from '#shared/site.ts';
import { errorHandler } from './middleware/error-handler.ts';
import { noIndexing } from './middleware/no-indexing.ts';
import { requestLog } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { staticFiles } from './middleware/static-files.ts';
import { closedNewsletter, type Newsletter } from './newsletter/newsletter.ts';
import { noAssets } from './render/asset-manifest.ts';
import { pageColours } from './render/document-head.ts';
import { documentRoutes } from './routes/documents.ts';
import { healthRoutes, type Readiness } from './routes/health.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { createAnswerPage, type PageDependencies, pageRoutes } from './routes/pages.ts';

/** The folder above this file: the repository, or `dist/` for the bundle. Both hold `public/`. */
export const rootDirectory = fileURLToPath(new URL('..', import.meta.url));

/** Everything the application needs from outside. Each has a default, so that a test needs none. */
export interface AppDependencies extends PageDependencies {
  readonly readiness: Readiness;
  /** Whether search engines are welcome; without it every answer says `noindex`. */
  readonly indexing: boolean;
  /** Where the browser's code has been built. */
  readonly buildDirectory: string;
  /** Without one the form answers that it is not open. */
  readonly newsletter: Newsletter;
  /** How many proxies of ours stand in front of the server. */
  readonly trustedProxies: number;
}

/** Brotli's window of 64 kB holds any page and halves the memory and time of the default. */
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/**
 * The application: an ordered list. Without arguments it answers every route, without a build too;
 * the pages then carry no script.
 */
export function createApp(given: Partial<AppDependencies> = {}): Express {
  const logger: Logger = given.logger ?? pino({ level: 'silent' });
  const newsletter = given.newsletter ?? closedNewsletter;
  const dependencies = {
    site,
    assets: noAssets,
    now: () => new Date(),
    indexing: true,
    onTrial: newsletter.onTrial,
    ...given,
    logger,
  };
  const answerPage = createAnswerPage(dependencies);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', given.trustedProxies ?? 0); // whose word on the visitor's address counts
  app.disable('etag'); // Express would make one for small answers only; files bring their own.

  app.use(requestLog(logger)); // first, so that it times everything
  app.use(...securityHeaders()); // before anything can answer
  if (!dependencies.indexing) app.use(noIndexing); // before anything can answer, too
  app.use(healthRoutes(given.readiness ?? { ready: true })); // before compression: tiny and frequent
  app.use(documentRoutes({ ...dependencies, colours: pageColours })); // before compression: see there
  app.use(compression({ brotli })); // before everything that sends a body
  app.use(staticFiles(rootDirectory, given.buildDirectory)); // before the pages, which answer all else
  app.use(
    newsletterRoutes({ newsletter, answerPage, logger, origin: (given.site ?? site).origin }),
  ); // the only bodies that are read
  app.use(pageRoutes(answerPage)); // answers everything that is left, with a 404 if need be
  app.use(errorHandler(logger, answerPage)); // last: Express looks for it behind what failed
  return app;
}
