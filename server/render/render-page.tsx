import { CacheProvider } from '@emotion/react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '#client/app.tsx';
import type { PageState } from '#client/page-state.ts';
import { findLoadedPage, loadPage, type PageModule } from '#client/pages.ts';
import { createEmotionCache } from '#client/styles/emotion-cache.ts';
import type { EventsQuery } from '#shared/events/filter-query.ts';
import { type PageId, pages } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { BatchStream, type TakeBatch } from './batch-stream.ts';
import { hashSource, renderDocumentHead } from './document-head.ts';

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
  stream(take: TakeBatch): void;
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
  const emotionCache = createEmotionCache();
  return new Promise((resolve, reject) => {
    let shellReady = false;
    let abortReason: Error | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <CacheProvider value={emotionCache}>
        <StaticRouter location={url}>
          <App state={state} query={query} findPage={findPage} />
        </StaticRouter>
      </CacheProvider>,
      {
        // Above this size React would split a page and join it with an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellReady = true;
          const subject = query && findPage(state.pageId)?.findSubject?.(query);
          // With `compat` Emotion collects each class's rules here instead of writing style elements.
          const css = Object.values(emotionCache.inserted).join('');
          resolve({
            styleSource: hashSource(css),
            stream(take) {
              let head: string | undefined = renderDocumentHead(state, css, assets, subject);
              pipe(
                new BatchStream((bytes, isLast) => {
                  take(head === undefined ? bytes : insertHead(bytes, head), isLast);
                  head = undefined;
                }),
              );
            },
            abort(reason) {
              abortReason = reason;
              abort(reason);
            },
          });
        },
        onShellError: reject,
        onError(error) {
          // What an abort leaves undone is reported here too, and is nobody's mistake.
          if (shellReady && error !== abortReason) onLateError(error);
        },
      },
    );
  });
}

const headEnd = Buffer.from('</head>');

/** Puts the head's other half in front of `</head>`, which is in the first batch or nowhere. */
function insertHead(bytes: Buffer, head: string): Buffer {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return bytes;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(head), bytes.subarray(end)]);
}
