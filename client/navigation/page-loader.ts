import { type AddressState, formatDataUrl } from '#shared/page-data.ts';
import type { Page } from '#shared/routes.ts';
import type { PageState } from '../page-state.ts';
import { findLoadedPage, loadPage } from '../pages.ts';

/** Addresses in memory; more than a visit has. The oldest leave first. */
const maxAddresses = 50;

/** A smaller difference of two clocks is none: a `Date` header has whole seconds. */
const minSkew = 2000;

/**
 * Fetches what pages need to be drawn: their code, and their data by address.
 *
 * @param initial the state that the server wrote into the document
 * @param loadedFrom the address of the document
 * @param getCurrent the state that is shown: a page may make the data of another address from it
 */
export function createPageLoader(initial: PageState, loadedFrom: URL, getCurrent: () => PageState) {
  const { version } = initial;
  const known = new Map<string, AddressState>();
  const loading = new Map<string, Promise<AddressState>>();
  let skew = 0;
  const now = () => Date.now() + skew;
  const format = (page: Page, { search }: URL) => formatDataUrl(page.id, search);
  const isFresh = ({ nextChange }: AddressState) => nextChange === undefined || now() < nextChange;

  function remember(address: string, state: AddressState): AddressState {
    known.delete(address); // The new one goes to the end of the map.
    known.set(address, state);
    const [oldest] = known.keys();
    if (known.size > maxAddresses && oldest !== undefined) known.delete(oldest);
    return state;
  }

  function findState(page: Page, url: URL): AddressState | undefined {
    if (!page.hasData) return { pageId: page.id, version, moment: 0 };
    const remembered = known.get(format(page, url));
    if (remembered && isFresh(remembered)) return remembered;
    const { site, socialImages, newsletter, ...current } = getCurrent();
    if (current.pageId !== page.id || !current.data || !isFresh(current)) return undefined;
    const data = findLoadedPage(page.id)?.findData?.(url.search, current.data);
    return data && { ...current, data };
  }

  async function fetchState(address: string, cache: RequestCache): Promise<AddressState> {
    const response = await fetch(address, { cache });
    if (!response.ok) throw new Error(`${response.status} for ${address}`);
    const state: AddressState = await response.json(); // our own server's (`shared/resources.ts`)
    if (state.version !== version) throw new Error('The server has another build by now');
    const { headers } = response;
    const time = Date.parse(headers.get('date') ?? '') + Number(headers.get('age')) * 1000;
    if (Math.abs(time - now()) > minSkew) skew = time - Date.now();
    return remember(address, state);
  }

  function fetchOnce(address: string, cache: RequestCache): Promise<AddressState> {
    const running = loading.get(address);
    if (running !== undefined) return running;
    const fetched = fetchState(address, cache).finally(() => loading.delete(address));
    loading.set(address, fetched);
    return fetched;
  }

  if (initial.data) {
    const { site, socialImages, newsletter, ...state } = initial;
    remember(formatDataUrl(initial.pageId, loadedFrom.search), state);
  }
  return {
    /** What an address shows, where code and data are there already. */
    find: (page: Page, url: URL) => (findLoadedPage(page.id) ? findState(page, url) : undefined),
    /** The same, fetched where need be. Rejects when it cannot be. */
    async load(page: Page, url: URL): Promise<AddressState> {
      const state = findState(page, url) ?? fetchOnce(format(page, url), 'default');
      const [loaded] = await Promise.all([state, loadPage(page.id)]);
      return loaded;
    },
    /** Asks the server for the data of an address, whatever a cache holds. Rejects when they cannot be fetched. */
    reload: (page: Page, url: URL) => fetchOnce(format(page, url), 'no-cache'),
    /** The server's time in milliseconds, as far as it is known. */
    now,
  };
}
