import { CacheProvider } from '@emotion/react';
import { StrictMode, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Router } from 'react-router';
import { App } from './app.tsx';
import { reactFailures, watchFailures } from './failures/tell-failure.ts';
import {
  type BrowserNavigation,
  createBrowserNavigation,
} from './navigation/browser-navigation.ts';
import { followLinks } from './navigation/follow-links.ts';
import { type PageState, pageStateElementId } from './page-state.ts';
import { loadPage } from './pages.ts';
import { createEmotionCache } from './styles/emotion-cache.ts';

/** Browser only: load the page's code, then take over what the server has drawn. */
watchFailures();
const element = document.getElementById(pageStateElementId);
if (!element?.textContent) throw new Error('The document carries no page state');
// Written by our own server in this very document (`server/render/document-head.ts`).
const state: PageState = JSON.parse(element.textContent);
try {
  await loadPage(state.pageId);
} catch (error) {
  // The page stays as the server drew it: the controls that serve without JavaScript come back.
  document.documentElement.dataset['script'] = 'failed';
  throw error;
}

const navigation = createBrowserNavigation(state);
const emotionCache = createEmotionCache();

hydrateRoot(
  document,
  <StrictMode>
    <CacheProvider value={emotionCache}>
      <Site navigation={navigation} />
    </CacheProvider>
  </StrictMode>,
  reactFailures,
);
followLinks(document, navigation);

function Site({ navigation }: { readonly navigation: BrowserNavigation }) {
  const { subscribe, getSnapshot, navigator } = navigation;
  const { location, action, state } = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  return (
    <Router
      location={location}
      navigationType={action}
      navigator={navigator}
      useTransitions={false}
    >
      <App state={state} />
    </Router>
  );
}
