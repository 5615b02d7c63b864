import { createContext, useContext } from 'react';

/** The history, for event handlers (`browser-navigation.ts`). Addresses are of this site, with their query. */
interface SiteNavigator {
  visit(address: string, how: 'push' | 'replace', state?: object): void;
  prefetch(address: string): void;
}

/** For the server: navigation while rendering is a programming error. */
function fail(): never {
  throw new Error('Navigation needs a NavigatorContext, which only the browser has');
}

export const NavigatorContext = createContext<SiteNavigator>({ visit: fail, prefetch: fail });

/** The navigator for event handlers. */
export function useNavigator(): SiteNavigator {
  return useContext(NavigatorContext);
}
