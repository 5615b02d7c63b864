/** Where browsers send what went wrong: our own script, and by themselves what the policy forbade. */
export const reportsPath = '/reports';

/** How a failure in a visitor's browser came to be known. */
export const failureKinds = [
  /** The browser drew something else than the server. */
  'hydration',
  /** React began again after an error, and the visitor saw nothing of it. */
  'recovered',
  /** A component failed, and the failure page stands in its place. */
  'caught',
  /** A component failed outside every boundary: the page is gone. */
  'uncaught',
  /** A script failed outside React. */
  'script',
  /** A promise failed and nobody waited for it. */
  'rejection',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** A failure as the browser reports it, without anything that identifies the visitor. */
export interface FailureReport {
  readonly kind: FailureKind;
  readonly message: string;
  /** The components round it, or else the functions. */
  readonly stack: string;
  /** Path of the page, without the query. */
  readonly page: string;
}
