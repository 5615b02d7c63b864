import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportFailure } from '../failures/report-failure.ts';

interface ErrorBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows the fallback when a component below it fails to render in the browser. Give it a `key` that changes with the
 * page, so that a navigation removes the fallback. On the server React ignores boundaries: there the failure is a 500
 * before the first byte.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportFailure('caught', error, componentStack);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
