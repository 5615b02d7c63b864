import type { ServerResponse } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { findHeadSubject, type GetPageModule } from '#client/data/page-module.ts';
import { getPageModule as getOwnPageModule } from '#client/pages.ts';
import { formatWebFaces } from '#client/styles/font-files.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { getPageById, pages } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { renderDocumentEnd, renderDocumentStart } from './document-template.ts';
import { getPageCss } from './page-styles.ts';
import { type RenderRequest, renderPage } from './render-page.tsx';

export interface DocumentRequest extends Omit<RenderRequest, 'getPageModule'> {
  readonly assets: AssetManifest;
  /** A test may pass pages that fail or take time. */
  readonly getPageModule?: GetPageModule | undefined;
}

export interface PageDocument {
  readonly css: string;
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

/** Renders the document of a page, or throws the error of a component before the head is sent. */
export async function renderPageDocument(request: DocumentRequest): Promise<PageDocument> {
  const { state, assets, getPageModule = getOwnPageModule } = request;
  const { pageId, data } = state.page;
  const rendered = await renderPage({ ...request, getPageModule });
  const root = rendered.isComplete ? await text(rendered.pipe(new PassThrough())) : undefined;
  const rules = getPageCss(assets.stylesheet === undefined ? undefined : root);
  // An embedded page has no scripts, which add the fonts to other pages.
  const faces = getPageById(pageId).embedded ? formatWebFaces() : '';
  const css = globalCss + faces + rules; // One element, because each needs a hash in the policy.
  const subject = findHeadSubject(getPageModule(pageId), data);
  const start = renderDocumentStart({ state, css, assets, subject });
  const renderEnd = () => renderDocumentEnd({ ...state, ...rendered.dehydrateDeferred() });
  return {
    css,
    html: root === undefined ? undefined : start + root + renderEnd(),
    stream(response) {
      response.write(start);
      rendered.pipe(createBody(response, renderEnd));
    },
  };
}

/**
 * Creates the stream for a page with a deferred part. React calls `flush` after the shell and each part; without it the
 * package `compression`, which adds `flush`, would hold them until the last one.
 */
function createBody(
  response: ServerResponse & { readonly flush?: () => void },
  renderEnd: () => string,
): Writable {
  const body = new Writable({
    write(chunk, _encoding, done) {
      if (response.write(chunk)) done();
      else response.once('drain', done);
    },
    final(done) {
      response.end(renderEnd());
      done();
    },
  });
  return Object.assign(body, { flush: () => response.flush?.() });
}
