import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { findHeadSubject, type GetPageModule } from '#client/data/page-module.ts';
import { getPageModule as getOwnPageModule } from '#client/pages.ts';
import { pages } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { renderDocumentEnd, renderDocumentStart } from './document-template.ts';
import { PageBody } from './page-body.ts';
import { getPageStyle, globalStyle } from './page-styles.ts';
import { type RenderRequest, renderPage } from './render-page.tsx';

export interface DocumentRequest extends Omit<RenderRequest, 'getPageModule'> {
  readonly assets: AssetManifest;
  /** A test may pass pages that fail or take time. */
  readonly getPageModule?: GetPageModule | undefined;
}

/** A document with a rendered shell. */
export interface PageDocument {
  /** The policy sources of its styles. */
  readonly styleSources: readonly string[];
  /** The whole document: without the nonce, and the same for everyone. Undefined if a part is deferred. */
  readonly html: string | undefined;
  /** Writes the head, then React's output, then the state, and ends the response. */
  stream(response: ServerResponse): void;
}

/** Throws for a row of the page table without a module. The compiler reports it, too, if it is run. */
export function checkPageModules(): void {
  for (const { id } of pages) {
    const module: unknown = getOwnPageModule(id);
    if (module) continue;
    throw new Error(
      `The page “${id}” of shared/routes.ts has no module: add it to client/pages.ts (client/README.md, “How to add a page”)`,
    );
  }
}

/**
 * Renders the document of a page: the head from its row and its data, the body with React.
 *
 * @throws the error of a component that fails before the head is sent
 */
export async function renderPageDocument(request: DocumentRequest): Promise<PageDocument> {
  const { state, assets, getPageModule = getOwnPageModule } = request;
  const { pageId, data } = state.page;
  const rendered = await renderPage({ ...request, getPageModule });
  const root = rendered.isComplete ? await text(rendered.pipe(new PassThrough())) : undefined;
  const { css, source } = getPageStyle(assets.stylesheet === undefined ? undefined : root);
  const subject = findHeadSubject(getPageModule(pageId), data);
  const start = renderDocumentStart({ state, css, assets, subject });
  const renderEnd = () => renderDocumentEnd({ ...state, ...rendered.dehydrateDeferred() });
  return {
    styleSources: [globalStyle.source, source],
    html: root === undefined ? undefined : start + root + renderEnd(),
    stream(response) {
      response.write(start);
      rendered.pipe(new PageBody(response, renderEnd));
    },
  };
}
