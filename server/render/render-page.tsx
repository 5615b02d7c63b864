import type { ComponentProps } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter, useLocation } from 'react-router';
import { App } from '#client/app.tsx';
import { LinesContext } from '#client/drawings.ts';
import { AddressContext } from '#client/navigation/address.ts';
import type { PageState } from '#client/page-state.ts';
import { findHeadSubject, findLoadedPage, loadPage, type PageModule } from '#client/pages.ts';
import { drawLine } from '#shared/drawings.ts';
import { type PageId, pages } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { BatchStream, type OnBatch } from './batch-stream.ts';
import { renderDocumentHead } from './document-head.ts';
import { getPageStyles } from './page-styles.ts';

/** Loaded at the start: the server renders every page. */
const allPagesLoaded = Promise.all(
  pages.map(({ id }) =>
    loadPage(id).catch((cause) => {
      throw new Error(`The page ${id} has no code that works in client/pages.ts`, { cause });
    }),
  ),
);

/** Finds a page's component; a test may pass one that fails. */
export type FindPage = (id: PageId) => PageModule | undefined;

export interface RenderRequest {
  readonly state: PageState;
  /** Path and query of the request. */
  readonly url: string;
  readonly assets: AssetManifest;
  readonly findPage?: FindPage;
  /** Called for an error after the shell. For an error before it the promise rejects. */
  readonly onLateError: (error: unknown) => void;
}

/** A page whose shell is ready. */
export interface RenderedPage {
  /** Policy source of the page's own styles. */
  readonly styleSource: string;
  /** Streams the page in batches: the shell, and suspended parts. Usually there is one batch. */
  stream(onBatch: OnBatch): void;
  /** Stops rendering, when the client has closed the connection. */
  abort(reason: Error): void;
}

/**
 * Renders a page with React's streaming renderer. It knows React and the stream, and nothing of
 * Express, caching, policies or the environment. It resolves when the shell is ready: then the caller
 * sets status and headers, and streams.
 *
 * @throws what a component throws before the shell is ready
 */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  await allPagesLoaded; // Not at the top of the module: the bundle is CommonJS.
  const { state, url, assets, findPage = findLoadedPage, onLateError } = request;
  return new Promise((resolve, reject) => {
    let shellReady = false;
    let abortReason: Error | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <StaticRouter location={url}>
        <RoutedApp state={state} findPage={findPage} />
      </StaticRouter>,
      {
        // Above this size React would split a page and join it with an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellReady = true;
          const module = findPage(state.pageId);
          const subject = module && findHeadSubject(module, state.data);
          const waiting: Parameters<OnBatch>[] = [];
          let deliver: OnBatch = (...batch) => void waiting.push(batch);
          /** The first batch holds the shell, whose classes decide which rules the head has. */
          const begin = (bytes: Buffer, isLast: boolean) => {
            const { css, source } = getPageStyles(bytes.toString('latin1'));
            const head = renderDocumentHead(state, css, assets, subject);
            waiting.push([insertHead(bytes, head), isLast]);
            resolve({
              styleSource: source,
              stream(onBatch) {
                deliver = onBatch;
                for (const batch of waiting) onBatch(...batch);
              },
              abort(reason) {
                abortReason = reason;
                abort(reason);
              },
            });
          };
          pipe(new BatchStream((...batch) => (waiting.length === 0 ? begin : deliver)(...batch)));
        },
        onShellError: reject,
        onError(error) {
          // An abort is reported here too, and is not an error.
          if (shellReady && error !== abortReason) onLateError(error);
        },
      },
    );
  });
}

/** The router reads the request's address for the App; in the browser its own history does. */
function RoutedApp(props: ComponentProps<typeof App>) {
  return (
    <AddressContext value={useLocation()}>
      <LinesContext value={drawLine}>
        <App {...props} />
      </LinesContext>
    </AddressContext>
  );
}

const headEnd = Buffer.from('</head>');

/** Inserts the rest of the head in front of `</head>`, which is always in the first batch. */
function insertHead(bytes: Buffer, head: string): Buffer {
  const end = bytes.indexOf(headEnd);
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(head), bytes.subarray(end)]);
}
