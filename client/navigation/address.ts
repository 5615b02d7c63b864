import { createContext, useContext } from 'react';

/** The parts of the page's address that components read. */
export type Address = Pick<URL, 'pathname' | 'search'>;

const AddressContext = createContext<Address | undefined>(undefined);

export const AddressProvider = AddressContext.Provider;

/** The address of the page. Throws outside an `AddressProvider`: a programming error. */
export function useAddress(): Address {
  const address = useContext(AddressContext);
  if (!address) throw new Error('useAddress needs an AddressProvider above it');
  return address;
}
