import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { findPageByPath, type Page } from '#shared/routes.ts';
import { type PageCode, usePageCode } from './data/page-code.ts';
import { pageQuery } from './data/page-query.ts';
import { showNotice } from './notifications/notifications.ts';
import { offlineNotice } from './notifications/watch-connection.ts';
import { loadStylesheet } from './styles/stylesheet.ts';

/** Milliseconds. Where a network stalls, the browser then loads the document itself, and shows that it does. */
const maxWait = 5000;

/** Counts the visits of this document: only the last one navigates. */
let visits = 0;

/**
 * What a click does. `prefetch` fetches the code and the data of an address. `visit` waits for both and then navigates;
 * where one cannot be fetched in time, the browser loads the document, or stays if it is offline.
 */
export function useVisit() {
  const client = useQueryClient();
  const code = usePageCode();
  const navigate = useNavigate();
  return useMemo(() => {
    const load = (page: Page, { search }: URL) =>
      Promise.all([code.load(page.id), loadData(client, code, page, search), loadStylesheet()]);
    return {
      /** @param to an address of this site, with its query */
      prefetch(to: string) {
        const url = new URL(to, window.location.href);
        const page = findTarget(url);
        if (page) load(page, url).catch(() => {}); // The visit tries again, and then loads the document.
      },
      /**
       * @param to an address of this site, with its query
       * @returns whether the browser stays where it is, because it is offline
       */
      async visit(to: string, options: NavigateOptions = {}): Promise<boolean> {
        visits += 1;
        const own = visits;
        const from = window.location.href;
        const url = new URL(to, from);
        const page = findTarget(url);
        const isLoaded = page && (await isInTime(load(page, url)));
        // A later visit, Back or Forward has begun meanwhile.
        if (own !== visits || from !== window.location.href) return false;
        if (isLoaded) {
          await navigate(url.pathname + url.search + url.hash, options);
        } else if (page && !window.navigator.onLine) {
          showNotice(offlineNotice);
          return true;
        } else if (options.replace) window.location.replace(url);
        else window.location.assign(url);
        return false;
      },
    };
  }, [client, code, navigate]);
}

/** Does not wait for retries: a page that was never shown has none (`page-query.ts`). */
async function loadData(client: QueryClient, code: PageCode, page: Page, search: string) {
  const module = code.find(page.id);
  if (page.hasData) await client.fetchQuery(pageQuery(client, page, search, module));
}

async function isInTime(loading: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, maxWait, false));
  return await Promise.race([
    loading.then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
}

/** The page at an address, if the browser can render it. */
function findTarget(url: URL): Page | undefined {
  const page = url.origin === window.location.origin ? findPageByPath(url.pathname) : undefined;
  return page?.framed ? undefined : page;
}
