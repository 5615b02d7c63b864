import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { findDay } from '#shared/format.ts';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import { findCanonicalPath, findPageById, findPageByPath, type PageId } from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import { formatPagePolicy } from '../middleware/security-headers.ts';
import type { AssetManifest } from '../render/asset-manifest.ts';
import { bootScriptSource, globalCssSource } from '../render/document-head.ts';
import { type FindPage, renderPage } from '../render/render-page.tsx';

/** Answers with a page of the table, its status and its headers. */
export type AnswerPage = (
  id: PageId,
  request: Request,
  response: Response,
  newsletter?: NewsletterState,
) => Promise<void>;

export interface PageDependencies {
  readonly site: Site;
  readonly assets: AssetManifest;
  readonly logger: Logger;
  /** The current time; decides the day of "Last updated". */
  readonly now: () => Date;
  readonly findPage?: FindPage;
  /** Mails are kept instead of sent, which the pages then say. */
  readonly onTrial?: boolean;
}

/** Streams a page. Status and headers are decided by the table, before a byte is sent. */
export function createAnswerPage(dependencies: PageDependencies): AnswerPage {
  const { site, assets, logger, now, findPage, onTrial } = dependencies;
  const trial: NewsletterState | undefined = onTrial ? { onTrial } : undefined;
  const frameOrigin =
    site.contactFormUrl === undefined ? undefined : new URL(site.contactFormUrl).origin;
  return async (id, request, response, newsletter = trial) => {
    const page = findPageById(id);
    const rendered = await renderPage({
      state: {
        pageId: id,
        site,
        today: findDay(now()),
        socialImages: assets.socialImages,
        ...(newsletter ? { newsletter } : {}),
      },
      // Not `originalUrl`, which may begin with scheme and host when a proxy asks (RFC 9112, 3.2.2).
      url: request.path + readQuery(request),
      assets,
      ...(findPage ? { findPage } : {}),
      onLateError: (error) => logger.error({ err: error, page: id }, 'rendering failed'),
    });
    response.on('close', () => {
      if (!response.writableFinished) rendered.abort(new Error('The client went away'));
    });
    response.status(page.status);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', page.path ? 'public, no-cache' : 'no-store');
    response.setHeader(
      'content-security-policy',
      formatPagePolicy({
        scriptSource: bootScriptSource,
        styleSources: [globalCssSource, rendered.styleSource],
        frameOrigin,
        framed: page.framed === true,
      }),
    );
    if (page.framed) response.setHeader('x-frame-options', 'SAMEORIGIN');
    if (!page.indexed) response.setHeader('x-robots-tag', 'noindex');
    rendered.pipe(response, () => response.flush());
  };
}

/**
 * Every path that nothing before has answered: the pages, in their canonical spelling, and the
 * not-found page.
 */
export function pageRoutes(answerPage: AnswerPage): RequestHandler {
  return async (request, response) => {
    const path = decodePath(request.path);
    if (path === undefined) return answerPage('bad-request', request, response);
    const canonical = findCanonicalPath(path);
    const page = canonical === undefined ? undefined : findPageByPath(canonical);
    if (canonical === undefined || !page) return answerPage('not-found', request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return answerPage('method-not-allowed', request, response);
    }
    if (canonical !== request.path) {
      // Only ever a path of the table, so it cannot lead to another host.
      return void response
        .status(308)
        .setHeader('location', canonical + readQuery(request))
        .end();
    }
    await answerPage(page.id, request, response);
  };
}

/** The query with its question mark, exactly as it was asked for. */
function readQuery({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start);
}

/** The path with its escapes resolved, or undefined where they are malformed. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
