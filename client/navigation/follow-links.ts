import {
  type BrowserNavigation,
  findTargetPage,
  storeScrollPosition,
} from './browser-navigation.ts';

/**
 * Turns ordinary links into client navigation by listening on the document, so that components and content write
 * plain `<a href>`, which works without JavaScript. A link that is hovered, focused or touched fetches the code and
 * data of its page.
 */
export function followLinks(navigation: BrowserNavigation): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = findLink(event.target);
    if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    const { location } = window;
    if (!findTargetPage(url)) return;
    const here = url.pathname === location.pathname && url.search === location.search;
    if (here && url.hash) return storeScrollPosition(); // The browser scrolls to the heading itself.
    event.preventDefault();
    navigation.visit(url, here ? 'replace' : 'push');
    if (here) window.scrollTo(0, 0);
  });

  const prefetch = (event: Event) => {
    const link = findLink(event.target);
    if (link) navigation.prefetch(link.href);
  };
  for (const kind of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(kind, prefetch, { passive: true });
  }
}

function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
