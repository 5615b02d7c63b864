/** What event handlers need of navigation. Addresses are of this site, with their query. */
interface SiteNavigation {
  visit(address: string, how: 'push' | 'replace', state?: object): void;
  prefetch(address: string): void;
}

let navigation: SiteNavigation | undefined;
const earlyVisits: Parameters<SiteNavigation['visit']>[] = [];

/** Begins navigation, when its code is loaded after hydration: with the visits that wait for it. */
export function setNavigation(loaded: SiteNavigation): void {
  navigation = loaded;
  for (const visit of earlyVisits.splice(0)) loaded.visit(...visit);
}

/** The navigation of a browser that cannot fetch that code. */
export const documentNavigation: SiteNavigation = {
  visit: (address) => window.location.assign(address),
  prefetch() {},
};

/** Goes to an address. `how` says what becomes of the current entry of the history, `state` is that of a new one. */
export function visitAddress(...visit: Parameters<SiteNavigation['visit']>): void {
  if (navigation) navigation.visit(...visit);
  else earlyVisits.push(visit);
}

/** Fetches what an address needs, so that a visit to it need not wait. */
export function prefetchAddress(address: string): void {
  navigation?.prefetch(address);
}
