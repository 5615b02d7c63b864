import 'react-dom'; // Of two chunks that are fetched later: it would be a file of its own.
import { StrictMode, useEffect, useSyncExternalStore } from 'react';
import { App } from './app.tsx';
import { hydrationBegun, hydrationEnded } from './boot/boot-events.ts';
import { LinesContext, readLines } from './drawings.ts';
import { watchFailures } from './failures/report-failure.ts';
import { AddressContext } from './navigation/address.ts';
import { firstPage, followShownPage, getShownPage } from './navigation/shown-page.ts';
import { loadPage } from './pages.ts';
import { loadStylesheet } from './styles/stylesheet.ts';

/* Browser only: loads the page's code, then hydrates what the server has rendered. */
watchFailures();
// No top-level await: the pages' chunks import this one, so each would wait for the other.
Promise.resolve()
  // Not at the top level: for the position of each import() V8 would parse the whole script again.
  .then(() =>
    Promise.all([
      import('./hydrate-document.ts'),
      loadPage(firstPage.state.pageId),
      loadStylesheet(),
      waitForDocument(),
    ]),
  )
  .then(
    // In a task of its own, so that the browser can paint after evaluating the scripts.
    ([{ hydrateDocument }]) => setTimeout(() => hydrate(hydrateDocument)),
    (error: unknown) => {
      // The page stays as the server rendered it, and the controls for visitors without JavaScript are shown again.
      document.documentElement.dataset['script'] = 'failed';
      throw error;
    },
  );

/** The scripts start with the first paint, when HTML may still arrive: React would find half of a page. */
async function waitForDocument(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

function hydrate(hydrateDocument: typeof import('./hydrate-document.ts').hydrateDocument) {
  hydrateDocument(
    <StrictMode>
      <LinesContext value={readLines()}>
        <Site />
      </LinesContext>
    </StrictMode>,
  );
  window.dispatchEvent(new Event(hydrationBegun));
}

function Site() {
  const { address, state } = useSyncExternalStore(followShownPage, getShownPage, getShownPage);
  useEffect(() => {
    window.dispatchEvent(new Event(hydrationEnded));
  }, []);
  return (
    <AddressContext value={address}>
      <App state={state} />
    </AddressContext>
  );
}
