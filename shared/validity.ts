/** The time between two changes of something, in milliseconds: `from <= now < until`. */
export interface Validity {
  readonly from: number;
  /** Undefined if there is no further change. */
  readonly until: number | undefined;
}

/** The validity of data that never change while the site runs. */
export const always: Validity = { from: 0, until: undefined };

/** The time in which both are valid. */
export function intersect(one: Validity, other: Validity): Validity {
  const until = Math.min(one.until ?? Infinity, other.until ?? Infinity);
  return {
    from: Math.max(one.from, other.from),
    until: until === Infinity ? undefined : until,
  };
}

/** Whether a time is within a validity. */
export function isValid({ from, until }: Validity, now: number): boolean {
  return from <= now && (until === undefined || now < until);
}
