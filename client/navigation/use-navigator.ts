import { createContext, useContext } from 'react';
import type { Navigator } from 'react-router';

const NavigatorContext = createContext<Navigator | undefined>(undefined);

export const NavigatorProvider = NavigatorContext.Provider;

/**
 * Goes to another address, from an event handler. React Router's `useNavigate` resolves relative routes
 * and guards its own links, of which there are none here: 1 kB compressed on every page.
 *
 * @throws when it is used on the server, where nobody can act
 */
export function useNavigator(): () => Navigator {
  const navigator = useContext(NavigatorContext);
  return () => {
    if (!navigator) throw new Error('useNavigator needs a NavigatorProvider above it');
    return navigator;
  };
}
