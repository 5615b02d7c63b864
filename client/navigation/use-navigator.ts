import { createContext, useContext } from 'react';

/** What event handlers do with the history. Addresses are paths of this site, with their query. */
export interface SiteNavigator {
  readonly push: (path: string) => void;
  readonly replace: (path: string) => void;
  readonly go: (steps: number) => void;
  /** Fetches what an address needs, before a visit. */
  readonly prefetch: (path: string) => void;
}

/** On the server: navigation while rendering is a programming error. */
const serverNavigator: SiteNavigator = { push: fail, replace: fail, go: fail, prefetch: fail };

function fail(): never {
  throw new Error('Navigation needs a NavigatorProvider, which only the browser has');
}

const NavigatorContext = createContext(serverNavigator);

export const NavigatorProvider = NavigatorContext.Provider;

/** The navigator for event handlers. */
export function useNavigator(): SiteNavigator {
  return useContext(NavigatorContext);
}
