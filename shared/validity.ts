/** Between which two changes something is true, in milliseconds: `from <= now < until`. */
export interface Validity {
  readonly from: number;
  /** Undefined where nothing changes any more. */
  readonly until: number | undefined;
}

/** Of what never changes while the site runs. */
export const always: Validity = { from: 0, until: undefined };

/** Whether it is still, or already, true. */
export function isValid({ from, until }: Validity, now: number): boolean {
  return from <= now && (until === undefined || now < until);
}
