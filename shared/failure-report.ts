/** Where browsers send reports: failures of our script, and violations of the policy. */
export const reportsPath = '/reports';

/** How a failure in a visitor's browser was noticed. */
export const failureKinds = [
  /** The browser rendered something different from the server. */
  'hydration',
  /** React recovered from an error, and the visitor did not notice it. */
  'recovered',
  /** A component failed, and the failure page is shown in its place. */
  'caught',
  /** A component failed outside every boundary: the page is gone. */
  'uncaught',
  /** A script failed outside React. */
  'script',
  /** A promise was rejected without a handler. */
  'rejection',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** A failure as the browser reports it, without anything that identifies the visitor. */
export interface FailureReport {
  readonly kind: FailureKind;
  readonly message: string;
  /** The components around it, otherwise the functions. */
  readonly stack: string;
  /** Path of the page, without the query. */
  readonly page: string;
}
