import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import { type PageAddress, parsePageAddress, readAddressState } from '#shared/page-address.ts';
import { pageCaching } from '#shared/resources.ts';
import {
  findCanonicalPath,
  findCurrent,
  findPageByPath,
  footerLinks,
  getPageById,
  headerLinks,
  type Page,
  type PageId,
} from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import type { Validity } from '#shared/validity.ts';
import { CachedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { getSiteHeaders } from '../cache/site-headers.ts';
import type { LimitUncached } from '../middleware/limit-uncached.ts';
import { formatPagePolicy } from '../middleware/security-headers.ts';
import type { MetricsRecorder } from '../observe/counters.ts';
import { describeResponse } from '../observe/request-log.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import type { AssetManifest } from '../render/asset-manifest.ts';
import { globalCssSource, hashSource } from '../render/document-head.ts';
import { type FindPage, renderPage } from '../render/render-page.tsx';
import { splitUrl } from '../split-url.ts';

/** A day: without it browsers may cache a 308, and a mistake in it, for ever (RFC 9110, section 15.4.9). */
const redirectCaching = 'public, max-age=86400';

/**
 * Compresses a page that is sent in several batches. Brotli's window of 64 kB holds any page and halves the memory and
 * time of the default.
 */
const compressStream = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } },
});

/** Sends a page of the table with its status and headers. */
export type SendPage = (
  id: PageId,
  request: Request,
  response: Response,
  newsletter?: NewsletterState,
) => Promise<void>;

export interface PageDependencies {
  readonly site: Site;
  readonly assets: AssetManifest;
  readonly logger: Logger;
  /** The current time; decides the day of "Last updated" and which events are past. */
  readonly now: () => Date;
  readonly findPage?: FindPage;
  readonly capturesMails: boolean;
  readonly metrics?: MetricsRecorder | undefined;
  readonly limitUncached: LimitUncached;
}

interface StreamOptions {
  readonly newsletter?: NewsletterState | undefined;
  readonly address?: PageAddress | undefined;
  /** The key under which the page is cached. */
  readonly key?: string;
}

/**
 * Streams a page. The table decides status and headers before a byte is sent. Resolves when the response
 * has ended, complete or not.
 */
function createStreamPage(dependencies: PageDependencies, responseCache: ResponseCache) {
  const { site, assets, logger, now, findPage, capturesMails, metrics } = dependencies;
  const scriptSource = hashSource(assets.inlineScript);
  // Only `npm run dev` has no stylesheet: there Emotion adds an empty style and fills it by `insertRule`.
  const developmentStyles = assets.stylesheet === undefined ? [hashSource('')] : [];
  const frameOrigin =
    site.contactFormUrl === undefined ? undefined : new URL(site.contactFormUrl).origin;
  return async (
    page: Page,
    request: Request,
    response: Response,
    { newsletter: given, address, key }: StreamOptions = {},
  ): Promise<void> => {
    const startedAt = performance.now();
    const parsed = address ?? parsePageAddress(page, page.path ?? '', '', responseCache.content);
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
    const sent: Buffer[] = [];
    rendered.stream((bytes, isLast) => {
      sent.push(bytes);
      if (isLast && !hasFailed) {
        const whole = sent.length === 1 ? bytes : Buffer.concat(sent);
        const complete = createPageResponse(page, response, headers, whole, validity);
        if (key !== undefined) responseCache.set(key, complete);
        // Complete in one batch, as nearly all pages are: compressed and sent whole.
        const renderTime = performance.now() - startedAt;
        if (sent.length === 1) responseCache.send(complete, request, response, { renderTime });
        metrics?.rendered(page.id, renderTime);
      }
      if (!response.writableEnded && !response.destroyed) {
        // In several batches: the compression must not hold them back.
        if (sent.length === 1) compressStream(request, response, () => {});
        response.write(bytes);
        if (isLast) response.end();
        else response.flush();
      }
      if (isLast) end();
    });
    await ended;
  };
}

/** The routes of all pages, and `sendPage` for other routes. A page with a visitor’s input is not cached. */
export function createPages(dependencies: PageDependencies, responseCache: ResponseCache) {
  const { limitUncached } = dependencies;
  const streamPage = createStreamPage(dependencies, responseCache);
  const rendering = new Map<string, Promise<unknown>>();

  /** Renders a page for one visitor, if the limit allows it. */
  async function renderPageFor(
    id: PageId,
    request: Request,
    response: Response,
    options: StreamOptions = {},
  ): Promise<void> {
    // A request that failed has been counted already.
    if (id !== 'failure' && !limitUncached(request, response)) return;
    describeResponse(response, id, options.key === undefined ? 'none' : 'miss');
    await streamPage(getPageById(id), request, response, options);
  }

  /** A page without an address of its own: it differs only by the visitor's input. */
  const sendPage: SendPage = async (id, request, response, newsletter) => {
    if (newsletter || id === 'failure') return renderPageFor(id, request, response, { newsletter });
    await sendCached(formatSharedKey(id, request.path), id, request, response);
  };

  /** From the cache, or rendered and stored. Other requests for the key wait meanwhile. */
  async function sendCached(
    key: string,
    id: PageId,
    request: Request,
    response: Response,
    address?: PageAddress,
  ): Promise<void> {
    if (!responseCache.cachesPages) return renderPageFor(id, request, response, { address });
    for (;;) {
      if (responseCache.serveKey(key, request, response))
        return describeResponse(response, id, 'hit');
      const other = rendering.get(key);
      if (!other) break;
      await other; // If it fails or is aborted, nothing is stored, and this request renders.
    }
    const rendered = renderPageFor(id, request, response, { address, key });
    const settled = rendered.catch(() => {});
    rendering.set(key, settled);
    void settled.finally(() => rendering.delete(key));
    await rendered;
  }

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
    if (canonical !== request.path) {
      describeResponse(response, 'redirect');
      const location = canonical + search; // A path of the table cannot lead to another host.
      const headers = { location, 'cache-control': redirectCaching, 'content-length': '0' };
      response.status(308).set(headers).end();
      return;
    }
    const address = responseCache.parseAddress(request, page, canonical, search);
    await sendCached(address.key, page.id, request, response, address);
  };

  return { sendPage, routes };
}

/**
 * A complete page, as it is sent and cached. A page without an address, such as the not-found page, is
 * sent only by Express, whose middleware and routes have set the headers of the site and of the request
 * (`Allow`, `Retry-After`, another `Referrer-Policy`): those are not part of the cached response.
 */
function createPageResponse(
  { id, path, status }: Page,
  response: Response,
  pageHeaders: Readonly<Record<string, string>>,
  bytes: Buffer,
  validity: Validity,
) {
  const siteHeaders = path === undefined ? {} : getSiteHeaders(response);
  const headers = { ...siteHeaders, ...pageHeaders, vary: 'Accept-Encoding' };
  return new CachedResponse({ status, headers, bytes, route: id, validity });
}

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * The key of a response without an address of its own, such as the not-found page. It contains only what changes such
 * a page: which links of header and footer lead to its path or to one above it. It never equals an address.
 */
function formatSharedKey(id: PageId, path: string): string {
  return [id, ...[...linkedPaths].map((linked) => findCurrent(linked, path))].join(' ');
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
