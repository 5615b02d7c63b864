import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LoadFailure } from '../data/load-failure.ts';

interface ErrorBoundaryProps {
  readonly fallback: ReactNode;
  /** Replaces the fallback when data are missing because the browser is offline. */
  readonly offline?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows the fallback after a component below it has failed to render in the browser, until another address is shown.
 * The root reports the failure (`client/failures/root-options.ts`). React ignores boundaries on the server, where a
 * failure before the first byte is sent becomes a 500.
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

  /** If the address were the boundary's `key`, each change of a filter would reset the state of the page. */
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
