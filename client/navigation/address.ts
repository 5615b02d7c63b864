import { createContext, useContext } from 'react';

/** The parts of the page's address that components read. */
export interface Address extends Pick<URL, 'pathname' | 'search'> {
  /** Whether Back or Forward led here: the page needs its whole height at once, for its scroll position. */
  readonly isReturn?: boolean;
}

export const AddressContext = createContext<Address | undefined>(undefined);

/** The address of the page. Throws outside an `AddressContext`: a programming error. */
export function useAddress(): Address {
  const address = useContext(AddressContext);
  if (!address) throw new Error('useAddress needs an AddressContext above it');
  return address;
}
