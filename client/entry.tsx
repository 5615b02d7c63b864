import { StrictMode, useEffect, useSyncExternalStore } from 'react';
import { App } from './app.tsx';
import { hydrationBegun, hydrationEnded } from './boot/boot-events.ts';
import { LinesContext, readLines } from './drawings.ts';
import { watchFailures } from './failures/report-failure.ts';
import { AddressContext } from './navigation/address.ts';
import {
  type BrowserNavigation,
  createBrowserNavigation,
} from './navigation/browser-navigation.ts';
import { followChanges } from './navigation/follow-changes.ts';
import { followLinks } from './navigation/follow-links.ts';
import { NavigatorContext } from './navigation/use-navigator.ts';
import type { PageState } from './page-state.ts';
import { pageStateElementId } from './page-state-element.ts';
import { loadPage } from './pages.ts';
import { loadStylesheet } from './styles/stylesheet.ts';

/* Browser only: loads the page's code, then hydrates what the server has rendered. */
watchFailures();
const element = document.getElementById(pageStateElementId);
if (!element?.textContent) throw new Error('The document has no page state');
// Written by our own server in this very document (`server/render/document-head.ts`).
const state: PageState = JSON.parse(element.textContent);
// No top-level await: the pages' chunks import this one, so each would wait for the other.
Promise.resolve()
  // Not at the top level: for the position of each import() V8 would parse the whole script again.
  .then(() =>
    Promise.all([
      import('./hydrate-document.ts'),
      loadPage(state.pageId),
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
  const navigation = createBrowserNavigation(state);
  hydrateDocument(
    <StrictMode>
      <LinesContext value={readLines()}>
        <Site navigation={navigation} />
      </LinesContext>
    </StrictMode>,
  );
  followLinks(navigation);
  followChanges(navigation);
  window.dispatchEvent(new Event(hydrationBegun));
}

function Site({ navigation }: { readonly navigation: BrowserNavigation }) {
  const { subscribe, getSnapshot, getServerSnapshot } = navigation;
  const { address, state } = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  useEffect(() => {
    window.dispatchEvent(new Event(hydrationEnded));
    navigation.catchUp();
  }, [navigation]);
  return (
    <AddressContext value={address}>
      <NavigatorContext value={navigation}>
        <App state={state} />
      </NavigatorContext>
    </AddressContext>
  );
}
