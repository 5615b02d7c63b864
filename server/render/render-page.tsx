import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '#client/app.tsx';
import type { DocumentState } from '#client/data/document-state.ts';
import type { GetPageModule } from '#client/data/page-module.ts';
import { createServerQueryClient } from '#client/data/query-client.ts';
import { LinesContext } from '#client/drawings/drawn-line.tsx';
import { drawLine } from '#shared/kolam/drawings.ts';

/** After this many milliseconds a deferred part fails. */
const deferredTimeout = 20_000;

export interface RenderRequest {
  readonly state: DocumentState;
  readonly url: string;
  /** React's inline scripts have it. Only a page with a deferred part contains them. */
  readonly nonce: string;
  readonly getPageModule: GetPageModule;
  readonly signal: AbortSignal;
  /** Called for each error after the promise has resolved. For an earlier error the promise rejects. */
  readonly onDeferredError: (error: unknown) => void;
}

export interface RenderedPage {
  /** Whether rendering is over. Then the output does not contain the nonce. */
  readonly isComplete: boolean;
  pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination;
  dehydrateDeferred(): Pick<DocumentState, 'deferred'>;
}

/**
 * Renders a page with React's streaming renderer, without Express, cache, policy and environment. It resolves one turn
 * of the event loop after the shell is ready, when it is known whether the page is complete, or rejects.
 */
export function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { state, url, nonce, getPageModule, signal, onDeferredError } = request;
  const queryClient = createServerQueryClient(state);
  return new Promise((resolve, reject) => {
    let isComplete = false;
    let isDecided = false;
    let timer: NodeJS.Timeout | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <StaticRouter location={url}>
        <LinesContext value={drawLine}>
          <App state={state} queryClient={queryClient} getPageModule={getPageModule} />
        </LinesContext>
      </StaticRouter>,
      {
        nonce,
        // Above this size React would split a page and insert the rest with an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          isComplete = true;
          clearTimeout(timer);
        },
        onShellReady() {
          setImmediate(() => {
            isDecided = true;
            if (!isComplete && !signal.aborted)
              timer = setTimeout(
                abort,
                deferredTimeout,
                new Error('A deferred part took too long'),
              );
            resolve({ isComplete, pipe, dehydrateDeferred: () => dehydrateDeferred(queryClient) });
          });
        },
        onShellError: reject,
        onError(error) {
          if (!isDecided) reject(error);
          // React also reports an abort here, which is not an error.
          else if (error !== signal.reason) onDeferredError(error);
        },
      },
    );
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      abort(signal.reason);
    });
  });
}

/** A failed result keeps its status without the message: the browser does not repeat the query at once. */
function dehydrateDeferred(client: QueryClient): Pick<DocumentState, 'deferred'> {
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state }) =>
      queryKey[0] !== 'page' && state.status !== 'pending',
  });
  if (queries.length === 0) return {};
  const deferred = {
    mutations: [],
    queries: queries.map((query) => {
      const { error } = query.state;
      if (!error) return query;
      return { ...query, state: { ...query.state, error: new Error(), fetchFailureReason: null } };
    }),
  };
  return { deferred };
}
