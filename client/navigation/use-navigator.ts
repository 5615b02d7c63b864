import { createContext, useContext } from 'react';
import type { Navigator } from 'react-router';

/** On the server: navigation while rendering is a programming error. */
const serverNavigator: Navigator = { createHref: fail, push: fail, replace: fail, go: fail };

function fail(): never {
  throw new Error('Navigation needs a NavigatorProvider, which only the browser has');
}

const NavigatorContext = createContext(serverNavigator);

export const NavigatorProvider = NavigatorContext.Provider;

/**
 * The navigator for event handlers. Not React Router's `useNavigate`: it resolves relative routes,
 * which this site does not have, and costs every page 1 kB compressed.
 */
export function useNavigator(): Navigator {
  return useContext(NavigatorContext);
}
