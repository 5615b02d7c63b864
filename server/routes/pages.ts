import type { Request, RequestHandler, Response } from 'express';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import { parsePageAddress } from '#shared/page-address.ts';
import { getPageById, type PageId } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { createStreamPage, type StreamDependencies } from './stream-page.ts';

export type SendPage = (
  id: PageId,
  request: Request,
  response: Response,
  newsletter?: NewsletterState,
) => Promise<void>;

export interface PageDependencies extends StreamDependencies {
  readonly content: SiteContent;
}

/** Creates the routes of all pages, and `sendPage` for other routes. */
export function createPages(dependencies: PageDependencies) {
  const { content } = dependencies;
  const streamPage = createStreamPage(dependencies);

  /** Sends a page that has no address of its own. */
  const sendPage: SendPage = (id, request, response, newsletter) => {
    const page = getPageById(id);
    const address = parsePageAddress(page, page.path ?? request.path, '', content);
    return streamPage(request, response, address, newsletter);
  };

  const routes: RequestHandler = (request, response) => {
    const { address: found } = response.locals;
    if (found?.kind === 'malformed') return sendPage('bad-request', request, response);
    if (found?.kind !== 'page') return sendPage('not-found', request, response);
    if (request.method !== 'GET') {
      response.setHeader('allow', 'GET, HEAD');
      return sendPage('method-not-allowed', request, response);
    }
    return streamPage(request, response, found.address);
  };

  return { sendPage, routes };
}
