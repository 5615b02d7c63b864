import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LoadFailure } from '../data/load-failure.ts';

interface ErrorBoundaryProps {
  readonly fallback: ReactNode;
  /** In place of the fallback where data are missing because the browser is offline. */
  readonly offline?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows the fallback when a component below it fails to render in the browser, until another address is shown. The root
 * reports the failure (`client/failures/root-options.ts`). On the server React ignores boundaries: there a failure is a
 * 500 before the first byte.
 */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <AddressedBoundary address={useLocation().key} {...props} />;
}

interface AddressedBoundaryProps extends ErrorBoundaryProps {
  readonly address: string;
}

interface BoundaryState {
  readonly address?: string;
  readonly error?: unknown;
}

class AddressedBoundary extends Component<AddressedBoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  /** A boundary with the address as its key would lose the state of the page with each filter. */
  static getDerivedStateFromProps({ address }: AddressedBoundaryProps, state: BoundaryState) {
    return address === state.address ? null : { address, error: undefined };
  }

  override render() {
    const { error } = this.state;
    const { children, fallback, offline = fallback } = this.props;
    if (error === undefined) return children;
    return error instanceof LoadFailure && !navigator.onLine ? offline : fallback;
  }
}
