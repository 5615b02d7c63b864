import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { motionTimes } from '../styles/motion-times.ts';

/** Scroll positions by address, for Back and Forward within a page. */
const positions = new Map<string, number>();

/**
 * When the path changes, also with Back, scrolls to the top (specification, section 2) and moves the focus to the
 * heading. Back within a page restores the scroll position. Both wait until the new page is shown, which may be later
 * than the change of the address.
 */
export function ScrollAndFocus() {
  const location = useLocation();
  const type = useNavigationType();
  const shown = useRef(location);
  useLayoutEffect(controlScrollRestoration, []);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location) return storePosition();
    const target = findHashElement(location.hash);
    if (before.pathname !== location.pathname) {
      if (target) target.scrollIntoView();
      else window.scrollTo(0, 0);
      focus(target ?? document.querySelector<HTMLElement>('main h1'));
      fadeIn();
    } else if (type === 'POP') {
      const position = positions.get(window.location.href);
      if (position !== undefined) window.scrollTo(0, position);
      else target?.scrollIntoView();
    } else if (target) {
      target.scrollIntoView();
      focus(target);
    }
    storePosition();
  }, [location, type]);
  return null;
}

/**
 * Turns off the browser's scroll restoration, which would scroll while the old page is still shown. It is turned on
 * again for a reload and for a return from another site.
 */
function controlScrollRestoration() {
  const leaving = new AbortController();
  const { signal } = leaving;
  const setMode = (mode: ScrollRestoration) => {
    window.history.scrollRestoration = mode;
  };
  const listen = (type: 'pageshow' | 'pagehide' | 'popstate', mode: ScrollRestoration) =>
    window.addEventListener(type, () => setMode(mode), { signal });
  setMode('manual');
  listen('pagehide', 'auto');
  listen('pageshow', 'manual'); // from the back/forward cache
  listen('popstate', 'manual'); // each history entry has its own mode
  window.addEventListener('scroll', storePosition, { passive: true, signal });
  return () => leaving.abort();
}

function storePosition() {
  positions.set(window.location.href, window.scrollY);
}

/** Returns the element of the hash, and opens the `<details>` around it, as the browser does when it navigates. */
function findHashElement(hash: string): HTMLElement | null {
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

function focus(element: HTMLElement | null) {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Fades in the new page, which is painted at once. A view transition would capture the old page first. */
function fadeIn() {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  document.querySelector('main')?.animate({ opacity: [0.3, 1] }, motionTimes.fade);
}
