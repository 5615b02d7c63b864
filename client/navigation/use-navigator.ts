import { createContext, useContext } from 'react';
import type { Navigator } from 'react-router';

/** On the server, where nobody can act: whoever navigates while rendering has made a mistake. */
const nowhere: Navigator = { createHref: fail, push: fail, replace: fail, go: fail };

function fail(): never {
  throw new Error('Navigation needs a NavigatorProvider, which only the browser has');
}

const NavigatorContext = createContext(nowhere);

export const NavigatorProvider = NavigatorContext.Provider;

/**
 * Goes to another address, from an event handler. React Router's `useNavigate` resolves relative routes
 * and guards its own links, of which there are none here: 1 kB compressed on every page.
 */
export function useNavigator(): Navigator {
  return useContext(NavigatorContext);
}
