import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import { type PageAddress, parsePageAddress, readAddressState } from '#shared/page-address.ts';
import { pageCaching } from '#shared/resources.ts';
import {
  findCanonicalPath,
  findPageByPath,
  getPageById,
  type Page,
  type PageId,
} from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { storeInCache } from '../middleware/page-cache.ts';
import { formatPagePolicy } from '../middleware/security-headers.ts';
import { describeResponse } from '../observe/access-log.ts';
import type { MetricsRecorder } from '../observe/counters.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import type { AssetManifest } from '../render/asset-manifest.ts';
import { globalCssSource, hashSource } from '../render/document-head.ts';
import { type FindPage, renderPage } from '../render/render-page.tsx';
import { decodePath, splitUrl } from '../split-url.ts';

/** Sends a page of the table with its status and headers. */
export type SendPage = (
  id: PageId,
  request: Request,
  response: Response,
  newsletter?: NewsletterState,
) => Promise<void>;

export interface PageDependencies {
  readonly site: Site;
  readonly content: SiteContent;
  readonly assets: AssetManifest;
  readonly logger: Logger;
  /** The current time; decides the day of "Last updated" and which events are past. */
  readonly now: () => Date;
  readonly findPage?: FindPage;
  readonly capturesMails: boolean;
  readonly metrics?: MetricsRecorder | undefined;
}

interface StreamOptions {
  readonly newsletter?: NewsletterState | undefined;
  readonly address?: PageAddress | undefined;
  /** Whether the page is the same for everyone. */
  readonly isShared?: boolean;
}

/**
 * Streams a page. The table decides status and headers before a byte is sent. Resolves when the response
 * has ended, complete or not.
 */
function createStreamPage(dependencies: PageDependencies) {
  const { site, content, assets, logger, now, findPage, capturesMails, metrics } = dependencies;
  const scriptSource = hashSource(assets.inlineScript);
  // Only `npm run dev` has no stylesheet: there Emotion adds an empty style and fills it by `insertRule`.
  const developmentStyles = assets.stylesheet === undefined ? [hashSource('')] : [];
  const frameOrigin =
    site.contactFormUrl === undefined ? undefined : new URL(site.contactFormUrl).origin;
  return async (
    page: Page,
    request: Request,
    response: Response,
    { newsletter: given, address, isShared = false }: StreamOptions = {},
  ): Promise<void> => {
    const startedAt = performance.now();
    const parsed = address ?? parsePageAddress(page, page.path ?? '', '', content);
    const validity = parsed.getValidity(now().getTime());
    const newsletter = capturesMails ? { capturesMails, ...given } : given;
    let hasFailed = false;
    const rendered = await renderPage({
      state: {
        ...readAddressState(parsed, assets.version, validity, true),
        site,
        socialImages: assets.socialImages,
        ...(newsletter ? { newsletter } : {}),
      },
      url: request.originalUrl,
      assets,
      ...(findPage ? { findPage } : {}),
      onLateError(error) {
        hasFailed = true;
        const requestId = response.getHeader(requestIdHeader);
        logger.error({ err: error, requestId, page: page.id }, 'rendering failed');
      },
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    response.on('close', () => {
      if (!response.writableFinished) {
        hasFailed = true; // An aborted page ends like any other, but is not complete.
        rendered.abort(new Error('The client went away'));
      }
      end(); // Requests that wait for this page go on.
    });
    response.status(page.status);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': page.path ? pageCaching : 'no-store',
      'content-security-policy': formatPagePolicy({
        scriptSource,
        styleSources: [globalCssSource, rendered.styleSource, ...developmentStyles],
        frameOrigin,
        framed: page.framed === true,
      }),
      ...(page.framed ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
      ...(page.indexed ? {} : { 'x-robots-tag': 'noindex' }),
    };
    response.set(headers);
    let isFirst = true;
    rendered.stream((bytes, isLast) => {
      // Complete in one batch, as nearly all pages are.
      if (isFirst && isLast && !hasFailed && isShared) storeInCache(response, { validity });
      isFirst = false;
      if (isLast && !hasFailed) metrics?.rendered(page.id, performance.now() - startedAt);
      if (!response.writableEnded && !response.destroyed) {
        if (isLast) response.end(bytes);
        else {
          response.write(bytes);
          response.flush(); // The compression must not hold it back.
        }
      }
      if (isLast) end();
    });
    await ended;
  };
}

/** The routes of all pages, and `sendPage` for other routes. A page with a visitor’s input is not cached. */
export function createPages(dependencies: PageDependencies) {
  const { content } = dependencies;
  const streamPage = createStreamPage(dependencies);

  async function renderPageFor(
    id: PageId,
    request: Request,
    response: Response,
    options: StreamOptions = {},
  ): Promise<void> {
    describeResponse(response, id);
    await streamPage(getPageById(id), request, response, options);
  }

  /** A page without an address of its own. */
  const sendPage: SendPage = (id, request, response, newsletter) =>
    renderPageFor(id, request, response, { newsletter, isShared: id === 'not-found' });

  /** Every path that no route before has taken: the pages, in their canonical spelling, and the not-found page. */
  const routes: RequestHandler = async (request, response) => {
    const path = decodePath(request.path);
    if (path === undefined) return sendPage('bad-request', request, response);
    const canonical = findCanonicalPath(path);
    const page = canonical === undefined ? undefined : findPageByPath(canonical);
    if (canonical === undefined || !page) return sendPage('not-found', request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return sendPage('method-not-allowed', request, response);
    }
    const { search } = splitUrl(request.originalUrl);
    const address = parsePageAddress(page, canonical, search, content);
    await renderPageFor(page.id, request, response, { address, isShared: true });
  };

  return { sendPage, routes };
}
