import { createContext, useContext } from 'react';

/** The history, for event handlers. Addresses are paths of this site, with their query. */
export interface SiteNavigator {
  readonly push: (path: string) => void;
  readonly replace: (path: string) => void;
  readonly go: (steps: number) => void;
  /** Fetches what a visit to an address needs. */
  readonly prefetch: (path: string) => void;
}

/** For the server: navigation while rendering is a programming error. */
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
