import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { lifetimes } from '#shared/lifetimes.ts';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import { type PageAddress, readAddressState } from '#shared/page-address.ts';
import type { Site } from '#shared/site.ts';
import { formatPagePolicy } from '../middleware/security-headers.ts';
import { labelResponse } from '../observe/access-log.ts';
import type { MetricsRecorder } from '../observe/counters.ts';
import { sendComplete } from '../page-cache.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import {
  checkPageModules,
  type DocumentRequest,
  renderPageDocument,
} from '../render/page-document.ts';
import { createRenderTurns } from '../render/render-turns.ts';

export interface StreamDependencies extends Pick<DocumentRequest, 'assets' | 'getPageModule'> {
  readonly site: Site;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly newsletterState: NewsletterState | undefined;
  readonly metrics?: MetricsRecorder | undefined;
}

/**
 * Sends a page with the status of its row: complete, with length and ETag, or as a stream if a part is deferred.
 * Rejects if the page fails before a byte is sent.
 */
export function createStreamPage(dependencies: StreamDependencies) {
  checkPageModules();
  const { site, assets, logger, now, getPageModule, newsletterState, metrics } = dependencies;
  const waitForTurn = createRenderTurns();
  // Only `npm run dev` has no stylesheet: there Emotion adds an empty style and fills it by `insertRule`.
  const developmentStyles = assets.stylesheet === undefined ? [''] : [];
  const frameOrigin = site.contactFormUrl && new URL(site.contactFormUrl).origin;

  return async (
    request: Request,
    response: Response,
    address: PageAddress,
    given?: NewsletterState,
  ): Promise<void> => {
    if (response.destroyed) return; // The client has disconnected; there will be no further `close` event.
    const { id, status, path, embedded, indexed } = address.page;
    labelResponse(response, id);
    const validity = address.getValidity(now().getTime());
    const newsletter = newsletterState ? { ...newsletterState, ...given } : given;
    const nonce = randomBytes(16).toString('base64');
    // Registered first: the client may disconnect while it waits or while the shell is rendered.
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort(new Error('The client went away'));
    });
    await waitForTurn();
    if (gone.signal.aborted) return;
    const startedAt = performance.now();
    const document = await renderPageDocument({
      state: {
        page: readAddressState(address, assets.version, validity, true),
        site,
        socialImages: assets.socialImages,
        ...(newsletter ? { newsletter } : {}),
      },
      // A page is the same at all spellings of its address. An error page marks the links to its requested path.
      url: path ? address.key : request.path,
      assets,
      nonce,
      getPageModule,
      signal: gone.signal,
      onDeferredError(error) {
        const requestId = response.getHeader(requestIdHeader);
        logger.error({ err: error, requestId, page: id }, 'a deferred part of a page failed');
      },
    }).catch((error: unknown) => {
      if (error !== gone.signal.reason) throw error;
    });
    if (!document || gone.signal.aborted) return;
    const { html, css } = document;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': path && html !== undefined ? lifetimes.page : lifetimes.private,
      'content-security-policy': formatPagePolicy({
        script: assets.inlineScript,
        styles: [css, ...developmentStyles],
        frameOrigin,
        embedded: embedded === true,
        nonce: html === undefined ? nonce : undefined,
      }),
      ...(embedded && { 'x-frame-options': 'SAMEORIGIN' }),
      ...(indexed ? {} : { 'x-robots-tag': 'noindex' }),
    };
    if (html !== undefined) {
      metrics?.rendered(id, performance.now() - startedAt);
      return sendComplete(response, { status, headers, body: html, validity });
    }
    response.status(status).set(headers);
    document.stream(response);
  };
}
