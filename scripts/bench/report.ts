import type { Measure } from './load.ts';
import type { Side } from './rows.ts';

/** What was measured of one row, round by round; nothing for a server that has no such row. */
export type Measures = Readonly<Record<Side, Measure[]>>;

/** The value in the middle, the upper one of two. */
export function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The table of rates and processor times. Ratios are medians of the rounds' ratios. */
export function formatLoads(rows: readonly (Measures & { readonly name: string })[]): string {
  const describe = (measures: readonly Measure[]) => {
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
  const head = ['responses a second, and µs of CPU for each', 'ours', 'µs', 'bare', 'µs'];
  return formatTable(
    [...head, 'naive', 'µs', 'CPU, of bare', 'CPU, of naive'],
    rows.map(({ name, ours, bare, naive }) => [
      name,
      ...[ours, bare, naive].flatMap(describe),
      compare(ours, bare),
      compare(ours, naive),
    ]),
  );
}

/** A table in Markdown. Its first column is text, the others are figures. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width, column) =>
    column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [header, rule, ...rows]
    .map((row) => widths.map((width, column) => pad(row[column] ?? '', width, column === 0)))
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function pad(cell: string, width: number, isText: boolean): string {
  return isText ? cell.padEnd(width) : cell.padStart(width);
}

function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
