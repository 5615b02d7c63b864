import { type AddressState, formatDataUrl } from '#shared/page-data.ts';
import type { Page } from '#shared/routes.ts';
import { estimateServerTime } from '../data/server-clock.ts';
import { findLoadedPage, loadPage } from '../pages.ts';
import { firstPage, getShownPage } from './shown-page.ts';

/** The maximum number of addresses in memory. The oldest are removed first. */
const maxAddresses = 50;

/** Milliseconds. Where a network stalls, the browser then loads the page itself, and shows that it does. */
const maxWait = 5000;

/** Fetches what pages need: their code, and their data by address. */
export function createPageLoader() {
  const { site, socialImages, newsletter, ...first } = firstPage.state;
  const { version } = first;
  const known = new Map<string, AddressState>();
  const loading = new Map<string, Promise<AddressState>>();
  let skew = 0;
  const now = () => Date.now() + skew;
  const format = (page: Page, { search }: Pick<URL, 'search'>) => formatDataUrl(page.id, search);
  const isFresh = ({ nextChange }: AddressState) => nextChange === undefined || now() < nextChange;

  function remember(address: string, state: AddressState): AddressState {
    known.delete(address); // The new state goes to the end of the map.
    known.set(address, state);
    const [oldest] = known.keys();
    if (known.size > maxAddresses && oldest !== undefined) known.delete(oldest);
    return state;
  }

  function findState(page: Page, url: URL): AddressState | undefined {
    if (!page.hasData) return { pageId: page.id, version, moment: 0 };
    const remembered = known.get(format(page, url));
    if (remembered && isFresh(remembered)) return remembered;
    // A page may make the data of another address from those that are shown.
    const { site, socialImages, newsletter, ...current } = getShownPage().state;
    if (current.pageId !== page.id || !current.data || !isFresh(current)) return undefined;
    const data = findLoadedPage(page.id)?.findData?.(url.search, current.data);
    return data && { ...current, data };
  }

  async function fetchState(address: string): Promise<AddressState> {
    // Asks the server each time: Chromium's cache may use an old copy for an hour (`stale-while-revalidate`), whose
    // `Date` would set our clock back.
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${response.status} for ${address}`);
    const state: AddressState = await response.json(); // our own server's (`shared/resources.ts`)
    if (state.version !== version) throw new Error('The server has another build by now');
    skew = estimateServerTime(response.headers, Date.now()) - Date.now();
    return remember(address, state);
  }

  function fetchOnce(address: string): Promise<AddressState> {
    const running = loading.get(address);
    if (running !== undefined) return running;
    const fetched = fetchState(address).finally(() => loading.delete(address));
    loading.set(address, fetched);
    return fetched;
  }

  if (first.data) remember(formatDataUrl(first.pageId, firstPage.address.search), first);
  return {
    /** The state of an address, if its code and data are loaded already. */
    find: (page: Page, url: URL) => (findLoadedPage(page.id) ? findState(page, url) : undefined),
    /** The state of an address, fetched where necessary. Rejects when it cannot be fetched in time. */
    async load(page: Page, url: URL): Promise<AddressState> {
      const state = findState(page, url) ?? fetchOnce(format(page, url));
      const timeout = new Promise<never>((_, reject) => setTimeout(reject, maxWait));
      const [loaded] = await Promise.race([Promise.all([state, loadPage(page.id)]), timeout]);
      return loaded;
    },
    /** Fetches the data of an address again. Rejects when they cannot be fetched. */
    reload: (page: Page, url: Pick<URL, 'search'>) => fetchOnce(format(page, url)),
    /** The server's time in milliseconds, as far as it is known. */
    now,
  };
}
