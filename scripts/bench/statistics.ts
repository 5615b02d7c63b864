/** The value in the middle; of an even number of values, the mean of the two in the middle. */
export function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('No median of nothing');
  return (upper + lower) / 2;
}

/**
 * How many times `a` is `b`, round by round, and the median of that: what disturbed a round disturbed
 * both, so it falls out, which it would not in the ratio of two medians.
 */
export function findMedianRatio(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new Error('Both have to be measured in every round');
  return findMedian(a.map((value, round) => value / (b[round] ?? Number.NaN)));
}
