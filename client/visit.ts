import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { findPageByPath, type Page, type PageUrl } from '#shared/routes.ts';
import { usePageModules } from './data/page-module.ts';
import { pageQuery } from './data/page-query.ts';
import { showNotice } from './notifications/notifications.ts';
import { isOffline, offlineNotice } from './notifications/watch-connection.ts';
import { isStylesheetLoaded, loadStylesheet } from './styles/stylesheet.ts';

/** Milliseconds. If the network stalls, the browser then loads the document, and shows its own progress. */
const loadTimeout = 5000;

interface VisitOptions extends NavigateOptions {
  readonly back?: boolean;
  readonly stay?: boolean;
}

/** Counts the visits of this document: only the last one navigates. */
let visits = 0;

/**
 * Navigation to pages with data or styles that may be missing. `prefetch` fetches the data of an address; `visit` waits
 * for data and styles and then navigates. If they do not arrive in time, the browser loads the document; offline it
 * stays on the page. All addresses are on this site, and include their query.
 */
export function useVisit() {
  const client = useQueryClient();
  const getPageModule = usePageModules();
  const navigate = useNavigate();
  return useMemo(() => {
    const fetchData = (page: Page | undefined, { search }: URL) =>
      page?.hasData
        ? client.fetchQuery(pageQuery(client, page, search, getPageModule(page.id)))
        : undefined;
    return {
      /** Whether nothing has to be fetched: then React Router's own link is enough. */
      isReady(to: PageUrl): boolean {
        const page = findPageToLoad(getUrl(to));
        return page !== undefined && !page.hasData && isStylesheetLoaded();
      },
      prefetch(to: PageUrl): void {
        const url = getUrl(to);
        fetchData(findPageToLoad(url), url)?.catch(() => {}); // The visit tries again, and then loads the document.
      },
      /**
       * @param options `back` goes back, if that leads to the address; with `stay` no document is loaded
       * @returns true if the browser stays on the current page, for example because it is offline
       */
      async visit(
        to: PageUrl | URL,
        { back = false, stay = false, ...options }: VisitOptions = {},
      ): Promise<boolean> {
        visits += 1;
        const own = visits;
        const from = window.location.href;
        const url = getUrl(to);
        const page = findPageToLoad(url);
        const isLoaded =
          page && (await isInTime(Promise.all([fetchData(page, url), loadStylesheet()])));
        // A later visit, Back or Forward has begun meanwhile.
        if (own !== visits || from !== window.location.href) return false;
        if (isLoaded && back) window.history.back();
        else if (isLoaded) {
          await navigate(url.pathname + url.search + url.hash, options);
        } else if (stay) return true;
        else if (page && (await isOffline())) {
          // Responds to the click: the plain offline notice would not name the page that was clicked.
          showNotice({
            ...offlineNotice,
            description: `“${page.title}” cannot be loaded now. ${offlineNotice.description}`,
          });
          return true;
        } else if (options.replace) window.location.replace(url);
        else window.location.assign(url);
        return false;
      },
    };
  }, [client, getPageModule, navigate]);
}

let firstAttempt: Promise<boolean> | undefined;

/** Waits for the stylesheet as long as a visit does. Resolves also if it fails. `use` needs the same promise each time. */
export function waitForStylesheet(): Promise<boolean> {
  firstAttempt ??= isInTime(loadStylesheet());
  return firstAttempt;
}

async function isInTime(loading: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, loadTimeout, false));
  const loaded = loading.then(
    () => true,
    () => false,
  );
  return await Promise.race([loaded, timeout]);
}

function getUrl(to: PageUrl | URL): URL {
  return new URL(to, window.location.href);
}

/** The page at an address, if the browser can render it. */
function findPageToLoad(url: URL): Page | undefined {
  const page = url.origin === window.location.origin ? findPageByPath(url.pathname) : undefined;
  return page?.embedded ? undefined : page;
}
