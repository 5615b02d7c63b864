import { formatTable } from '../readme/format-table.ts';
import type { Measure } from './load.ts';
import { type Side, sides } from './rows.ts';

/** What was measured of one row, round by round; nothing for a side that the row does not have. */
export type Measures = Readonly<Record<Side, Measure[]>>;

/** The value in the middle, the upper one of two. */
export function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The table of rates and processor times. Ratios are medians of the rounds' ratios. */
export function formatLoads(rows: ReadonlyMap<string, Measures>): string {
  const format = (measures: readonly Measure[]) => {
    if (measures.length === 0) return ['', ''];
    const perSecond = getMedian(measures.map((measure) => measure.perSecond));
    const cpu = getMedian(measures.map((measure) => measure.cpu));
    // The load generator is the limit where the server's processor was idle for a tenth of the time.
    const limit = perSecond * cpu < 0.9e6 ? '> ' : '';
    return [limit + formatCount(perSecond), cpu < 100 ? cpu.toFixed(1) : formatCount(cpu)];
  };
  // What disturbed a round disturbed both sides of it, so it falls out of the round's ratio.
  const compare = (ours: readonly Measure[], other: readonly Measure[]) => {
    if (other.length === 0) return '';
    const ratios = ours.map(({ cpu }, round) => cpu / (other[round]?.cpu ?? Number.NaN));
    return getMedian(ratios).toFixed(2);
  };
  const head = [
    'responses a second, and µs of CPU for each',
    ...sides.flatMap((side) => [side, 'µs']),
  ];
  return formatTable([
    [...head, 'CPU, of bare', 'CPU, of naive'],
    ...[...rows].map(([name, measures]) => [
      name,
      ...sides.flatMap((side) => format(measures[side])),
      compare(measures.ours, measures.bare),
      compare(measures.ours, measures.naive),
    ]),
  ]);
}

function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
