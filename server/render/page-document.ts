import type { ServerResponse } from 'node:http';
import type { DocumentState } from '#client/data/document-state.ts';
import { findHeadSubject, type PageModule } from '#client/data/page-code.ts';
import { pageCode } from '#client/pages.ts';
import { getPageById, type PageId } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { renderDocumentEnd, renderDocumentStart } from './document-head.ts';
import { PageBody } from './page-body.ts';
import { getPageStyle, globalStyle } from './page-styles.ts';
import { renderPage } from './render-page.tsx';

/** Finds the code of a page; a test may pass one whose pages fail or take time. */
export type FindPage = (id: PageId) => PageModule | undefined;

interface DocumentRequest {
  readonly state: DocumentState;
  /** The path and the query of the page. */
  readonly url: string;
  readonly assets: AssetManifest;
  /** For the inline scripts of a page with a late part. */
  readonly nonce: string;
  readonly findPage?: FindPage | undefined;
  /** Called for an error that comes after the head; for an earlier one the promise rejects. */
  readonly onLateError: (error: unknown) => void;
}

/** A document whose head is known and whose first part is rendered. */
export interface PageDocument {
  /** Whether everything is rendered: then no byte contains the nonce, and the document is the same for everyone. */
  readonly isComplete: boolean;
  /** Policy sources of its styles. */
  readonly styleSources: readonly string[];
  /** Writes the head, then what React renders, then the state, and ends the response. */
  send(response: ServerResponse): void;
  /** Stops rendering, when the client has closed the connection. */
  abort(reason: Error): void;
}

/**
 * Renders the document of a page: the head is made from its row and its data alone, the body by React.
 *
 * @throws what a component throws before the head can be sent
 */
export async function renderPageDocument(request: DocumentRequest): Promise<PageDocument> {
  const { state, assets, findPage = pageCode.find } = request;
  const { pageId, data } = state.page;
  const rendered = await renderPage({
    ...request,
    pageCode: { ...pageCode, read: (wanted) => findPage(wanted) ?? pageCode.read(wanted) },
  });
  const { isComplete, abort } = rendered;
  const { id, file = id } = getPageById(pageId);
  const { css, source } = getPageStyle(file, assets.pages[file]?.classes, data);
  const subject = findHeadSubject(findPage(pageId) ?? {}, data);
  return {
    isComplete,
    styleSources: [globalStyle.source, source],
    send(response) {
      const renderEnd = () => renderDocumentEnd({ ...state, ...rendered.dehydrateLate() });
      response.write(renderDocumentStart({ state, css, assets, subject }));
      rendered.pipe(new PageBody(response, renderEnd, isComplete));
    },
    abort,
  };
}
