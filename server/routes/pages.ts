import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import {
  findCanonicalPath,
  findPageById,
  findPageByPath,
  type Page,
  type PageId,
} from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import type { Answers } from '../cache/answers.ts';
import { captureHeaders } from '../cache/capture-headers.ts';
import { createDayClock } from '../cache/day-clock.ts';
import { KeptAnswer } from '../cache/kept-answer.ts';
import { findPageKey, formatAnswerKey } from '../cache/page-key.ts';
import { formatPagePolicy } from '../middleware/security-headers.ts';
import { type Meter, noMeter } from '../observe/meter.ts';
import { describeAnswer } from '../observe/request-log.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import type { AssetManifest } from '../render/asset-manifest.ts';
import { globalCssSource, hashSource } from '../render/document-head.ts';
import { joinBatch } from '../render/page-batch.ts';
import { type FindPage, renderPage } from '../render/render-page.tsx';
import { splitUrl } from '../split-url.ts';
import { createSendPage } from './send-page.ts';

/**
 * Browsers ask again each time, with the tag. A cache in between may answer by itself for five
 * minutes, for another hour while it asks, and for a day while the server is away (RFC 5861).
 */
const pageCaching =
  'public, max-age=0, s-maxage=300, stale-while-revalidate=3600, stale-if-error=86400';

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
  readonly meter?: Meter;
}

/** Takes a page that is all there, and returns it as an answer. */
type KeepPage = (bytes: Buffer, day: string) => KeptAnswer;

/**
 * Streams a page. Status and headers are decided by the table, before a byte is sent. Resolves when the
 * page has ended, whole or not.
 */
function createStreamPage(dependencies: PageDependencies, answers: Answers) {
  const { site, assets, logger, now, findPage, onTrial, meter = noMeter } = dependencies;
  const findToday = createDayClock(now);
  const trial: NewsletterState | undefined = onTrial ? { onTrial } : undefined;
  const scriptSource = hashSource(assets.inlineScript);
  const frameOrigin =
    site.contactFormUrl === undefined ? undefined : new URL(site.contactFormUrl).origin;
  return async (
    page: Page,
    request: Request,
    response: Response,
    { newsletter = trial, keep }: { newsletter?: NewsletterState; keep?: KeepPage } = {},
  ): Promise<void> => {
    const startedAt = performance.now();
    const day = findToday();
    let hasFailed = false;
    const rendered = await renderPage({
      state: {
        pageId: page.id,
        site,
        today: day,
        socialImages: assets.socialImages,
        ...(newsletter ? { newsletter } : {}),
      },
      // Not `originalUrl`, which may begin with scheme and host when a proxy asks (RFC 9112, 3.2.2).
      url: request.path + splitUrl(request.originalUrl).search,
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
        hasFailed = true; // An aborted page ends like any other, and is not all there.
        rendered.abort(new Error('The client went away'));
      }
      end(); // Whoever waits for it waits no longer than this.
    });
    response.status(page.status);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', page.path ? pageCaching : 'no-store');
    response.setHeader(
      'content-security-policy',
      formatPagePolicy({
        scriptSource,
        styleSources: [globalCssSource, rendered.styleSource],
        frameOrigin,
        framed: page.framed === true,
      }),
    );
    if (page.framed) response.setHeader('x-frame-options', 'SAMEORIGIN');
    if (!page.indexed) response.setHeader('x-robots-tag', 'noindex');
    const send = createSendPage(request, response);
    const sent: Buffer[] = [];
    rendered.stream((batch) => {
      if (keep) sent.push(joinBatch(batch));
      if (!batch.isLast) return send(batch);
      const kept = hasFailed ? undefined : keep?.(Buffer.concat(sent), day);
      // Complete at once, as nearly all are: the first who asks gets what all the others will get.
      if (kept && sent.length === 1) answers.send(kept, request, response);
      else send(batch);
      if (!hasFailed) meter.rendered(page.id, performance.now() - startedAt);
      end();
    });
    await ended;
  };
}

/**
 * The ways to answer with a page: anew, for what belongs to one visitor, and from the cache for what
 * is the same for everyone.
 */
export function createPages(dependencies: PageDependencies, answers: Answers) {
  const streamPage = createStreamPage(dependencies, answers);
  const rendering = new Map<string, Promise<unknown>>();

  const answerPage: AnswerPage = async (id, request, response, newsletter) => {
    describeAnswer(response, id);
    await streamPage(findPageById(id), request, response, newsletter ? { newsletter } : {});
  };

  /** From the cache under a key, or rendered and kept. Those who ask meanwhile wait for that. */
  async function answerKept(key: string, id: PageId, request: Request, response: Response) {
    if (!answers.keepsPages) return answerPage(id, request, response);
    for (;;) {
      if (answers.serveKey(key, request, response)) return describeAnswer(response, id, 'hit');
      const other = rendering.get(key);
      if (!other) break;
      await other; // One that fails or is aborted keeps nothing: then this one renders.
    }
    const kept = renderAndKeep(key, findPageById(id), request, response);
    const settled = kept.catch(() => {});
    rendering.set(key, settled);
    void settled.finally(() => rendering.delete(key));
    await kept;
  }

  async function renderAndKeep(key: string, page: Page, request: Request, response: Response) {
    describeAnswer(response, page.id, 'miss');
    const { status, id: route } = page;
    await streamPage(page, request, response, {
      keep(bytes, day) {
        const headers = { ...captureHeaders(response), vary: 'Accept-Encoding' };
        const answer = new KeptAnswer({ status, headers, bytes, route, day });
        answers.keep(key, answer);
        return answer;
      },
    });
  }

  return { answerPage, routes: pageRoutes(answerPage, answerKept) };
}

/**
 * Every path that nothing before has answered: the pages, in their canonical spelling, and the
 * not-found page.
 */
function pageRoutes(
  answerPage: AnswerPage,
  answerKept: (key: string, id: PageId, request: Request, response: Response) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const path = decodePath(request.path);
    const answerAlike = (id: PageId) =>
      answerKept(formatAnswerKey(id, request.path), id, request, response);
    if (path === undefined) return answerAlike('bad-request');
    const canonical = findCanonicalPath(path);
    const page = canonical === undefined ? undefined : findPageByPath(canonical);
    if (canonical === undefined || !page) return answerAlike('not-found');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return answerPage('method-not-allowed', request, response);
    }
    if (canonical !== request.path) {
      describeAnswer(response, 'redirect');
      // Only ever a path of the table, so it cannot lead to another host.
      return void response
        .status(308)
        .setHeader('location', canonical + splitUrl(request.originalUrl).search)
        .end();
    }
    const key = findPageKey(canonical + splitUrl(request.originalUrl).search)?.key ?? canonical;
    await answerKept(key, page.id, request, response);
  };
}

/** The path with its escapes resolved, or undefined where they are malformed. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
