import type { Writable } from 'node:stream';
import { CacheProvider, type EmotionCache } from '@emotion/react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '#client/app.tsx';
import type { PageState } from '#client/page-state.ts';
import { loadPage, type PageModule } from '#client/pages.ts';
import { createEmotionCache } from '#client/styles/emotion-cache.ts';
import { type PageId, pages } from '#shared/routes.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { hashSource, type PageCss, renderDocumentHead } from './document-head.ts';
import { HeadStream } from './head-stream.ts';

/** The server draws every page from its first request on. */
const everyPage = Promise.all(pages.map(({ id }) => loadPage(id)));

/** Finds a page's component; a test may hand in one that fails. */
export type FindPage = (id: PageId) => PageModule | undefined;

export interface RenderRequest {
  readonly state: PageState;
  /** The address as it was asked for: path and query. */
  readonly url: string;
  readonly assets: AssetManifest;
  readonly findPage?: FindPage;
  /** Told of an error after the shell, which the visitor no longer sees. Before it, the promise rejects. */
  readonly onLateError: (error: unknown) => void;
}

/** A page whose shell is ready. */
export interface RenderedPage {
  /** Policy source of the page's own styles. */
  readonly styleSource: string;
  /** Streams the page. `flush` is called when a batch is complete. */
  pipe(destination: Writable, flush: () => void): void;
  /** Stops rendering, when the client has gone away. */
  abort(reason: Error): void;
}

/**
 * Renders a page with React's streaming renderer. Knows React, Emotion and the stream; nothing of
 * Express, caching, policies or the environment. Resolves when the shell is ready: the caller then
 * sets status and headers and pipes.
 *
 * @throws whatever a component throws before the shell is ready
 */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  await everyPage; // Not at the top of the module: the bundle is CommonJS.
  const { state, url, assets, findPage, onLateError } = request;
  const cache = createEmotionCache();
  return new Promise((resolve, reject) => {
    let shellReady = false;
    let left: Error | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <CacheProvider value={cache}>
        <StaticRouter location={url}>
          <App state={state} {...(findPage ? { findPage } : {})} />
        </StaticRouter>
      </CacheProvider>,
      {
        // Above this size React would split a page and join it with an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellReady = true;
          const page = collectCss(cache);
          resolve({
            styleSource: findStyleSource(page),
            pipe(destination, flush) {
              const head = new HeadStream(renderDocumentHead(state, page, assets), flush);
              head.pipe(destination);
              pipe(head);
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

function collectCss(cache: EmotionCache): PageCss {
  const inserted = Object.entries(cache.inserted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    ids: inserted.map(([id]) => id).join(' '),
    css: inserted.map(([, css]) => css).join(''),
  };
}

/** A page's styles depend on few things, so their hashes are few; the bound is for safety. */
const styleSources = new Map<string, string>();

function findStyleSource({ ids, css }: PageCss): string {
  const known = styleSources.get(ids);
  if (known) return known;
  const source = hashSource(css);
  if (styleSources.size >= 500) styleSources.clear();
  styleSources.set(ids, source);
  return source;
}
