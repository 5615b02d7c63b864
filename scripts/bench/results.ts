import { cpus } from 'node:os';

type Figures = readonly number[];

/** The maximum of our figure (for points the minimum): an amount, or a multiple of another server's in that round. */
export interface Goal {
  readonly max: number;
  readonly of?: 'naive' | 'bare';
}

/** Something that was measured several times: one value of each round. */
export interface Measurement {
  /** With its unit. More is better for `points`, less for all others. */
  readonly name: string;
  readonly ours: Figures;
  readonly naive?: Figures;
  readonly bare?: Figures;
  readonly goals?: readonly Goal[];
}

/** Prints a table of medians, with minimum and maximum. The exit code is 1 if a goal is missed. */
export function report(rows: readonly Measurement[]): void {
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`);
  console.table(Object.fromEntries(rows.map((row) => [row.name, formatRow(row)])));
  const isMet = rows.every((row) => row.goals?.every((goal) => meetsGoal(row, goal)) ?? true);
  if (!isMet) process.exitCode = 1;
}

function formatRow({ name, ours, naive = [], bare = [], goals = [] }: Measurement) {
  const row = { name, ours, naive, bare };
  const described = goals.map((goal) => {
    const limit = `${name.endsWith(points) ? '≥' : '≤'} ${goal.max}`;
    return `${meetsGoal(row, goal) ? '' : 'MISSED '}${limit}${goal.of ? ` of ${goal.of}` : ''}`;
  });
  return {
    ours: formatValues(ours),
    goal: described.join(', '),
    naive: formatValues(naive),
    'of naive': format(compare(ours, naive)),
    bare: formatValues(bare),
    'of bare': format(compare(ours, bare)),
  };
}

const points = ', points';

function meetsGoal({ name, ours, ...others }: Measurement, { max, of }: Goal): boolean {
  const value = of ? compare(ours, others[of] ?? []) : getMedian(ours);
  return name.endsWith(points) ? value >= max : value <= max;
}

/** The median of the rounds' ratios: a disturbance of a round affects both servers. 0 has the share 0, even of 0. */
function compare(ours: Figures, others: Figures): number {
  return getMedian(ours.map((value, round) => value && value / (others[round] ?? Number.NaN)));
}

/** The value in the middle, the upper one of two. */
export function getMedian(values: Figures): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** `904 (880–931)`; a single value has no spread. */
function formatValues(values: Figures): string {
  const [middle, least, most] = [getMedian(values), Math.min(...values), Math.max(...values)];
  return format(middle) + (least < most ? ` (${format(least)}–${format(most)})` : '');
}

/** `1,007`, `7.15`, `0.01`; nothing for no number. */
function format(value: number): string {
  const maximumFractionDigits = Math.abs(value) < 10 ? 2 : 0;
  return Number.isFinite(value) ? value.toLocaleString('en-US', { maximumFractionDigits }) : '';
}
