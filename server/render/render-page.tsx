import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '#client/app.tsx';
import type { PageState } from '#client/page-state.ts';
import { findLoadedPage, loadPage, type PageModule } from '#client/pages.ts';
import type { EventsQuery } from '#shared/events/filter-query.ts';
import { type PageId, pages } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { BatchStream } from './batch-stream.ts';
import { PageStyles, PageStylesContext } from './css-prop/page-styles.ts';
import { renderPageState } from './document-head.ts';
import type { PageBatch } from './page-batch.ts';
import { findPageHead, type PageHead } from './page-heads.ts';

/** The server draws every page from its first request on. */
const everyPage = Promise.all(pages.map(({ id }) => loadPage(id)));

/** Finds a page's component; a test may hand in one that fails. */
export type FindPage = (id: PageId) => PageModule | undefined;

export interface RenderRequest {
  readonly state: PageState;
  /** The address as it was asked for: path and query. */
  readonly url: string;
  /** Its query, parsed, where the page's content depends on it. */
  readonly query?: EventsQuery | undefined;
  readonly assets: AssetManifest;
  readonly findPage?: FindPage;
  /** Told of an error after the shell, which the visitor no longer sees. Before it, the promise rejects. */
  readonly onLateError: (error: unknown) => void;
}

/** A page whose shell is ready. */
export interface RenderedPage {
  /** Policy source of the page's own styles. */
  readonly styleSource: string;
  /** Hands the page over in batches: the shell, and what it did not wait for. Mostly it is one. */
  stream(take: (batch: PageBatch) => void): void;
  /** Stops rendering, when the client has gone away. */
  abort(reason: Error): void;
}

/**
 * Renders a page with React's streaming renderer. Knows React, Emotion and the stream; nothing of
 * Express, caching, policies or the environment. Resolves when the shell is ready: the caller then
 * sets status and headers and streams.
 *
 * @throws whatever a component throws before the shell is ready
 */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  await everyPage; // Not at the top of the module: the bundle is CommonJS.
  const { state, url, query, assets, findPage = findLoadedPage, onLateError } = request;
  const styles = new PageStyles();
  return new Promise((resolve, reject) => {
    let shellReady = false;
    let left: Error | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <PageStylesContext value={styles}>
        <StaticRouter location={url}>
          <App state={state} query={query} findPage={findPage} />
        </StaticRouter>
      </PageStylesContext>,
      {
        // Above this size React would split a page and join it with an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellReady = true;
          const subject = query && findPage(state.pageId)?.findSubject?.(query);
          const head = findPageHead(state, styles, assets, subject);
          resolve({
            styleSource: head.styleSource,
            stream(take) {
              let isFirst = true;
              pipe(
                new BatchStream((bytes, isLast) => {
                  const parts = isFirst
                    ? insertHead(bytes, head, renderPageState(state, assets))
                    : { start: undefined, rest: bytes };
                  isFirst = false;
                  take({ ...parts, isLast });
                }),
              );
            },
            abort(reason) {
              left = reason;
              abort(reason);
            },
          });
        },
        onShellError: reject,
        onError(error) {
          // What an abort leaves undone is reported here too, and is nobody's mistake.
          if (shellReady && error !== left) onLateError(error);
        },
      },
    );
  });
}

const headEnd = Buffer.from('</head>');

/** Puts the head's other half in front of `</head>`, which is in the first batch or nowhere. */
function insertHead(
  bytes: Buffer,
  head: PageHead,
  state: string,
): Pick<PageBatch, 'start' | 'rest'> {
  const place = bytes.indexOf(headEnd);
  if (place < 0) return { start: undefined, rest: bytes };
  return {
    start: head.begin(bytes.subarray(0, place)),
    rest: Buffer.concat([Buffer.from(state), bytes.subarray(place)]),
  };
}
