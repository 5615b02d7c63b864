import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';

interface ErrorBoundaryProps {
  readonly fallback: ReactNode;
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
  readonly failed: boolean;
}

class AddressedBoundary extends Component<AddressedBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** A boundary with the address as its key would lose the state of the page with each filter. */
  static getDerivedStateFromProps({ address }: AddressedBoundaryProps, state: BoundaryState) {
    return address === state.address ? null : { address, failed: false };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
