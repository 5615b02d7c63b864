import { focusManager } from '@tanstack/react-query';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { readKnownQuery } from '#shared/known-query.ts';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { App } from './app.tsx';
import { type DocumentState, documentStateId } from './data/document-state.ts';
import { createBrowserQueryClient } from './data/query-client.ts';
import { LinesContext, readLines } from './drawings/drawn-line.tsx';
import { watchFailures } from './failures/report-failure.ts';
import { rootOptions } from './failures/root-options.ts';
import { keepInput } from './kept-input.ts';
import { watchClicks } from './modified-clicks.ts';
import { watchConnection } from './notifications/watch-connection.ts';
import { getPageModule } from './pages.ts';
import { root } from './root-element.ts';
import { loadStylesheet } from './styles/stylesheet.ts';
import { followControls } from './tooltip/follow-controls.ts';

/* Browser only: hydrates what the server has rendered. */
watchFailures();
start().catch((error: unknown) => {
  stopScripts();
  throw error;
});

/** The page stays as the server rendered it, and the controls for visitors without JavaScript are shown again. */
function stopScripts(): void {
  root.dataset['script'] = 'failed';
}

async function start(): Promise<void> {
  await waitForDocument();
  const container = document.getElementById('root');
  const text = document.getElementById(documentStateId)?.textContent;
  if (!container || !text) throw new Error('The document has no state');
  const written: DocumentState = JSON.parse(text); // our own server's (`server/render/document-template.ts`)
  const state = { ...written, site: { ...site, ...written.site } };
  const { pageId, search: query = '' } = state.page;
  const { path } = getPageById(pageId);
  const [navigation] = performance.getEntriesByType('navigation');
  const { href, pathname, search } = window.location;
  // A copy below another path, such as a web archive's: the router would find no page there.
  if (path && path !== new URL(navigation?.name ?? href).pathname) return stopScripts();
  // Back or a script has changed the address since, or a cache has ignored the query. React hydrates the page that the
  // document contains, at its own address.
  const isOther = path && (path !== pathname || query !== readKnownQuery(pageId, search));
  if (isOther) window.history.replaceState(window.history.state, '', path + query);
  const queryClient = createBrowserQueryClient(state);
  const restoreInput = keepInput();
  // In a transition React hydrates in short tasks.
  startTransition(() => {
    hydrateRoot(
      container,
      <StrictMode>
        <LinesContext value={readLines()}>
          <BrowserRouter useTransitions={false}>
            <App
              state={state}
              queryClient={queryClient}
              getPageModule={getPageModule}
              address={isOther ? new URL(href) : undefined}
            />
          </BrowserRouter>
        </LinesContext>
        <AfterHydration effect={restoreInput} />
      </StrictMode>,
      rootOptions,
    );
  });
  watchReturn();
  followControls();
  watchClicks();
  watchConnection();
  loadStylesheet().catch(() => {}); // A visit tries again.
}

/** TanStack Query itself refetches when `visibilitychange` says that the page is shown, but not at these events. */
function watchReturn(): void {
  window.addEventListener('focus', () => focusManager.onFocus());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) focusManager.onFocus(); // from the back/forward cache
  });
}

/** Runs its effect before the effects of the pages, which read their forms. */
function AfterHydration({ effect }: { readonly effect: () => void }) {
  useLayoutEffect(effect, [effect]);
  return null;
}

/** The scripts start with the first paint. HTML may still arrive then, and React would hydrate half of a page. */
async function waitForDocument(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}
