import { flushSync } from 'react-dom';
import type { AddressState } from '#shared/page-data.ts';
import { findPageByPath, getPageById, type Page } from '#shared/routes.ts';
import { showNotice } from '../notifications/notifications.ts';
import { offlineNotice } from '../notifications/watch-connection.ts';
import { root } from '../root-element.ts';
import { fontsPending } from '../styles/font-files.ts';
import type { Address } from './address.ts';
import { createPageLoader } from './page-loader.ts';
import { getShownPage, showPage } from './shown-page.ts';

const fadeTime = 180; // milliseconds, as `--fade-time`

/** How the history changes: by Back and Forward, by a new entry, or by another address for the current entry. */
type Action = 'pop' | 'push' | 'replace';

export type BrowserNavigation = ReturnType<typeof createBrowserNavigation>;

/**
 * Navigation without the parts of a framework router that this site does not use (loaders, fetchers, blockers). It
 * loads a page's code and data first and changes the address afterwards, so nothing suspends. If it cannot fetch
 * them, the browser loads the page from the server; offline the page stays.
 */
export function createBrowserNavigation() {
  let latest = 0;
  const loader = createPageLoader();

  // Every change of the path scrolls to the top, also Back, so the browser must not restore the old position. After a
  // reload or a return from another site it still does.
  const setScrollRestoration = (mode: ScrollRestoration) => {
    window.history.scrollRestoration = mode;
  };
  setScrollRestoration('manual');
  window.addEventListener('pagehide', () => setScrollRestoration('auto'));
  // The back/forward cache restores a document without running its scripts again. The mode belongs to an entry of the
  // history, and `pagehide` has set that of the restored document to 'auto'.
  window.addEventListener('pageshow', () => setScrollRestoration('manual'));
  const followHistory = () => {
    setScrollRestoration('manual');
    void navigate(new URL(window.location.href), 'pop', () => {});
  };
  window.addEventListener('popstate', followHistory);

  const isShown = ({ pathname, search }: Address) => {
    const { address } = getShownPage();
    return pathname === address.pathname && search === address.search;
  };
  // Back or Forward may have changed the address before anything listened.
  if (!isShown(window.location)) followHistory();

  async function navigate(url: URL, action: Action, changeAddress: () => void) {
    // If only the hash is new, the page stays. A 404 or the response to a form could not be loaded again.
    const stays = action === 'pop' && isShown(url);
    const before = getShownPage();
    const page = stays ? getPageById(before.state.pageId) : findTargetPage(url);
    if (!page) return loadDocument(url, action);
    const samePath = url.pathname === before.address.pathname && page.id === before.state.pageId;
    latest += 1;
    const own = latest;
    // Loaded data are shown at once: React would reset a controlled select that waits for its new value.
    let state = loader.find(page, url);
    if (!state) {
      try {
        state = await loader.load(page, url);
      } catch {
        if (own !== latest) return;
        if (window.navigator.onLine || action === 'pop') return loadDocument(url, action);
        // The browser would show an error instead of this page. A new address object resets a choice that failed.
        const { address, state: same } = getShownPage();
        show(same, address);
        return showNotice(offlineNotice);
      }
      if (own !== latest) return; // A later navigation has begun.
    }
    const loaded = state;
    changeAddress();
    if (!samePath) {
      // The whole new page is laid out only if the address names a heading in it.
      root.toggleAttribute('data-whole', url.hash !== '');
      if (root.dataset['fonts'] !== fontsPending) delete root.dataset['fonts'];
    }
    flushSync(() => show(loaded, url, action === 'pop'));
    if (!samePath) {
      scrollAndFocus(url);
      fadeIn();
    } else if (action === 'pop') {
      restoreScrollPosition(url);
    } else if (url.hash) {
      scrollAndFocus(url);
    }
  }

  function show(loaded: AddressState, { pathname, search }: Address, isReturn = false) {
    const { site, socialImages, newsletter } = getShownPage().state;
    const state = { site, socialImages, ...(newsletter ? { newsletter } : {}), ...loaded };
    showPage({ address: { pathname, search, isReturn }, state });
  }

  /** Fetches the data of the shown page again. Rejects when they cannot be fetched. */
  async function refresh() {
    const shown = getShownPage();
    const { address, state } = shown;
    const loaded = await loader.reload(getPageById(state.pageId), address);
    if (shown === getShownPage()) show(loaded, address); // Otherwise another page is shown by now.
  }

  /** Fetches what an address needs, so that a visit to it need not wait. */
  function prefetch(address: string) {
    const url = new URL(address, window.location.href);
    const page = findTargetPage(url);
    if (page) loader.load(page, url).catch(() => {}); // The visit tries again, and then loads the document.
  }

  /**
   * Goes to an address of this site; another site or an unknown page is loaded in full.
   *
   * @param state of a new entry of the history; a replaced one keeps its own
   */
  function visit(address: string | URL, how: 'push' | 'replace', state = {}) {
    const url = new URL(address, window.location.href);
    void navigate(url, how, () => {
      if (how === 'push') {
        storeScrollPosition();
        window.history.pushState(state, '', url);
      } else window.history.replaceState(window.history.state, '', url);
    });
  }

  return { visit, prefetch, refresh, now: loader.now };
}

/** The page at an address, if the browser can render it. */
export function findTargetPage(url: URL): Page | undefined {
  const page = url.origin === window.location.origin ? findPageByPath(url.pathname) : undefined;
  return page?.framed ? undefined : page;
}

/** Loads the page from the server. After Back the address has changed already: a reload is enough. */
function loadDocument(url: URL, action: Action) {
  if (action === 'pop') window.location.reload();
  else if (action === 'push') window.location.assign(url);
  else window.location.replace(url);
}

/**
 * Fades in the new page, which is painted at once. (A view transition would first capture the old page, which takes
 * twice as long as drawing the new one on a slow phone.)
 */
function fadeIn() {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  document.querySelector('main')?.animate({ opacity: [0.3, 1] }, fadeTime);
}

/** Scrolls to the top of the new page, or to the heading in the address, and moves the focus there. */
function scrollAndFocus(url: URL) {
  const target = findTarget(url);
  if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
  const focusTarget = target ?? document.querySelector<HTMLElement>('main h1');
  if (!focusTarget) return;
  if (focusTarget.tabIndex < 0) focusTarget.tabIndex = -1;
  focusTarget.focus({ preventScroll: true });
}

/**
 * Stores the scroll position in the current history entry. Call it before a link leads to another place on the same
 * page: the browser does not restore positions here (`setScrollRestoration`).
 */
export function storeScrollPosition() {
  const { history } = window;
  history.replaceState({ ...history.state, scrollY: window.scrollY }, '');
}

/** After Back or Forward within a page: scrolls to the stored position, or to the heading in the address. */
function restoreScrollPosition(url: URL) {
  const { state } = window.history;
  const scrollY: unknown = typeof state === 'object' && state !== null ? state.scrollY : undefined;
  const target = findTarget(url); // first, because details that open move what is below them
  if (typeof scrollY === 'number') window.scrollTo(0, scrollY);
  else target?.scrollIntoView();
}

/** The element that the hash names. Opens details around it, as the browser does when it navigates. */
function findTarget({ hash }: URL): HTMLElement | null {
  const target = hash ? document.getElementById(decodeHash(hash)) : null;
  target?.closest('details')?.setAttribute('open', '');
  return target;
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
