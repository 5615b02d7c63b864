import { createContext, useContext } from 'react';
import type { Navigator, To } from 'react-router';

/** React Router's navigator, and what a page can do before a visit. */
export interface SiteNavigator extends Navigator {
  /** Fetches what an address needs. */
  readonly prefetch: (to: To) => void;
}

/** On the server: navigation while rendering is a programming error. */
const serverNavigator: SiteNavigator = {
  createHref: fail,
  push: fail,
  replace: fail,
  go: fail,
  prefetch: fail,
};

function fail(): never {
  throw new Error('Navigation needs a NavigatorProvider, which only the browser has');
}

const NavigatorContext = createContext(serverNavigator);

export const NavigatorProvider = NavigatorContext.Provider;

/**
 * The navigator for event handlers. Not React Router's `useNavigate`: it resolves relative routes,
 * which this site does not have, and costs every page 1 kB compressed.
 */
export function useNavigator(): SiteNavigator {
  return useContext(NavigatorContext);
}
