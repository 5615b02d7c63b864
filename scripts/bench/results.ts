import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';

type Figures = readonly number[];

/** Something that was measured several times. */
export interface Measurement {
  readonly name: string;
  /** More is better for `points`, less for all others. */
  readonly unit: 'points' | 'ms' | 'µs' | 'kB' | 'MB' | '';
  /** One value of each round. */
  readonly ours: Figures;
  readonly naive?: Figures;
  readonly bare?: Figures;
  /** The maximum of our figure (of points the minimum): an amount, or a share of another server's in the same round. */
  readonly goal?: { readonly max: number; readonly of?: 'naive' | 'bare' } | undefined;
}

const file = 'scripts/bench/results.md';

/** Our figure and the naive server's, from before the work on speed. */
const before: Readonly<Record<string, Figures>> = JSON.parse(
  await readFile('scripts/bench/before.json', 'utf8'),
);

/**
 * Prints a section, and with `isWritten` replaces it in `results.md`, with its bars in the chart. The exit code is 1
 * where a goal is missed.
 */
export async function report(
  { title, note, rows }: { title: string; note: string; rows: readonly Measurement[] },
  isWritten: boolean,
): Promise<void> {
  const section = `## ${title}\n\n${describeMachine()}. ${note}\n\n${formatTable(rows)}\n`;
  console.log(section);
  if (!rows.every(meetsGoal)) process.exitCode = 1;
  if (!isWritten) return;
  const [head = '', ...others] = (await readFile(file, 'utf8')).split(/\n(?=## )/);
  const chart = head.replace(/^(.+?) +█.*$/gm, (bar, name) => {
    const row = rows.find((each) => each.name === name);
    return row ? formatBar(row) : bar;
  });
  const parts = others.map((part) => (part.startsWith(`## ${title}\n`) ? section : part));
  await writeFile(file, [chart, ...parts].join('\n'));
}

/** A line of the chart: our figure as a share of the naive server's, which is twenty long. */
function formatBar({ name, ours, naive = [] }: Measurement): string {
  const share = compare(ours, naive);
  const length = Math.min(40, Math.ceil(20 * share)) || 1;
  return `${name.padEnd(36)}${'█'.repeat(length)} ${share.toFixed(2)}`;
}

/** The number in an option of a command, which ends when it is none or too small. */
export function parseAmount(text: string): number {
  const amount = Number(text);
  if (amount >= 1) return amount;
  console.error(`${text} is not a number of at least 1`);
  process.exit(1);
}

/** The value in the middle, the upper one of two. */
export function getMedian(values: Figures): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** `904 (880–931)`; a single value has no spread. */
function formatValues(values: Figures): string {
  if (values.length === 0) return '';
  const [least, most] = [Math.min(...values), Math.max(...values)].map(formatNumber);
  return formatNumber(getMedian(values)) + (least === most ? '' : ` (${least}–${most})`);
}

/** `1,007`, `65.6`, `0.012`: at most three decimals. */
function formatNumber(value: number): string {
  const size = Math.abs(value);
  const maximumFractionDigits = size < 1 ? 3 : size < 100 ? 1 : 0;
  return value.toLocaleString('en-US', { maximumFractionDigits });
}

/** The median of the rounds' ratios: a disturbance of a round affects both servers. 0 has the share 0, even of 0. */
function compare(ours: Figures, others: Figures): number {
  return getMedian(ours.map((value, round) => value && value / (others[round] ?? Number.NaN)));
}

function meetsGoal({ unit, ours, goal, ...row }: Measurement): boolean {
  if (!goal) return true;
  const value = goal.of ? compare(ours, row[goal.of] ?? []) : getMedian(ours);
  return unit === 'points' ? value >= goal.max : value <= goal.max;
}

function formatTable(rows: readonly Measurement[]): string {
  const lines = rows.map(formatRow);
  const heads = Object.keys(lines[0] ?? {}).filter((name) => lines.some((line) => line[name]));
  const cells = lines.map((line) => heads.map((name) => line[name] ?? ''));
  const rule = heads.map((head) => (/^(measured|goal)$/.test(head) ? '---' : '---:'));
  const format = (each: readonly string[]) => `| ${each.join(' | ')} |`;
  return [heads, rule, ...cells].map(format).join('\n');
}

function formatRow(row: Measurement): Record<string, string> {
  const { name, unit, ours, naive = [], bare = [], goal } = row;
  const share = (others: Figures) => {
    const ratio = others.length > 0 ? compare(ours, others) : Number.NaN;
    return unit !== 'points' && Number.isFinite(ratio) ? ratio.toFixed(2) : '';
  };
  const wanted = goal
    ? `${unit === 'points' ? '≥' : '≤'} ${Number(goal.max.toFixed(4))}${goal.of ? ` of ${goal.of}` : ''}`
    : '';
  const [oursBefore, ...naiveBefore] = before[name] ?? [];
  const change = oursBefore && Math.round(100 * (getMedian(ours) / oursBefore - 1));
  return {
    measured: unit ? `${name}, ${unit}` : name,
    before: oursBefore === undefined ? '' : formatNumber(oursBefore),
    ours: formatValues(ours),
    change: change === undefined ? '' : `${change > 0 ? '+' : ''}${change} %`,
    goal: meetsGoal(row) ? wanted : `! ${wanted}`,
    'naive before': formatValues(naiveBefore),
    naive: formatValues(naive),
    'of naive': share(naive),
    bare: formatValues(bare),
    'of bare': share(bare),
  };
}

function describeMachine(): string {
  const system = `${type()} ${release().split('.').slice(0, 2).join('.')}`;
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}, ${system}, Node ${process.version}`;
}
