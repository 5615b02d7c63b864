import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { markdownTable } from 'markdown-table';

type Figures = readonly number[];

/** Something that was measured several times. */
export interface Measurement {
  readonly name: string;
  /** More is better for `points`, less for all others. */
  readonly unit: 'points' | 'ms' | 'µs' | 'kB' | 'MB' | 'shift' | 'files';
  /** One value of each round. */
  readonly ours: Figures;
  readonly naive?: Figures;
  readonly bare?: Figures;
  /** The maximum of our figure (of points the minimum): an amount, or a share of another server's in the same round. */
  readonly goal?: { readonly max: number; readonly of?: 'naive' | 'bare' } | undefined;
}

interface Section {
  readonly title: string;
  readonly note: string;
  readonly rows: readonly Measurement[];
}

const file = (name: string) => `scripts/bench/${name}`;

/**
 * Prints a section, and with `isWritten` replaces it in `results.jsonl`, of which it makes `results.md`. The process
 * will exit with 1 where a goal is missed.
 */
export async function report({ title, note, rows }: Section, isWritten: boolean): Promise<void> {
  const before: Before = JSON.parse(await readFile(file('before.json'), 'utf8'));
  const own = { title, note: `${describeMachine()}. ${note}`, rows };
  console.log(formatSection(own, before));
  if (!rows.every(meetsGoal)) process.exitCode = 1;
  if (!isWritten) return;
  const lines = (await readFile(file('results.jsonl'), 'utf8')).split('\n').filter(Boolean);
  const sections = lines.map((line): Section => JSON.parse(line));
  const all = [...sections.filter((each) => each.title !== title), own].toSorted((one, other) =>
    one.title.localeCompare(other.title),
  );
  await writeFile(file('results.jsonl'), all.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const chart = formatChart(all.flatMap((each) => each.rows));
  const parts = [head, chart, ...all.map((each) => formatSection(each, before))];
  await writeFile(file('results.md'), `${parts.join('\n\n')}\n`);
}

/** The rows of the chart, as far as they were measured. */
const charted = [
  'home, mobile: first paint',
  'home, mobile: largest paint',
  'home, mobile: blocking time',
  'home, mobile: JavaScript to hydrate',
  'home, rendered each time, br',
  'spawn to the first 200',
  'memory under load',
];

/** Bars of text: our figure as a share of the naive server's, which is the line. */
function formatChart(rows: readonly Measurement[]): string {
  const length = 16; // characters up to the line, and after it
  const lines = charted.flatMap((name) => {
    const { unit, ours, naive } = rows.find((row) => row.name === name) ?? {};
    if (!unit || !ours || !naive) return [];
    const bar = '█'.repeat(Math.min(2 * length, Math.round(compare(ours, naive) * length)));
    const [before, after] = [bar.slice(0, length), bar.slice(length)];
    const words = [ours, naive].map((values) => formatValues([getMedian(values)], unit));
    return `${name.padEnd(36)}${before.padEnd(length)}│${after.padEnd(length)}  ${words.join(' : ')} ${unit}`;
  });
  return ['```text', `${' '.repeat(31 + length)}naive server`, ...lines, '```'].join('\n');
}

const head = `# Results

Written by the commands of [scripts/README.md](../README.md#measurements) with \`--readme\`. Each cell is a
median, with the least and the most in brackets. "Before" are the figures from before the work on speed; a change
in bold is for the worse. \`!\` marks a missed goal. The chart shows ours beside the naive server.`;

/** The number in an option of a command, which ends when it is none or too small. */
export function parseAmount(text: string, min = 1): number {
  const amount = Number(text);
  if (amount >= min) return amount;
  console.error(`${text} is not a number of at least ${min}`);
  process.exit(1);
}

/** The value in the middle, the upper one of two. */
export function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** `904 (880–931)`; a single value has no spread. */
function formatValues(values: readonly number[], unit: Measurement['unit']): string {
  const format = (value: number) => {
    if (unit === 'shift') return value.toFixed(3);
    const isSmall = unit !== 'points' && unit !== 'files' && Math.abs(value) < 100;
    return value.toLocaleString('en-US', { maximumFractionDigits: isSmall ? 1 : 0 });
  };
  if (values.length === 0) return '';
  const [least, most] = [Math.min(...values), Math.max(...values)].map(format);
  return format(getMedian(values)) + (least === most ? '' : ` (${least}–${most})`);
}

/** The median of the rounds' ratios: a disturbance of a round affects both servers. */
function compare(ours: readonly number[], others: readonly number[]): number {
  // 0 has the share 0, even of 0.
  return getMedian(ours.map((value, round) => value && value / (others[round] ?? Number.NaN)));
}

/** Whether a row meets its goal; true without a goal or without a server to compare with. */
function meetsGoal({ unit, ours, goal, ...row }: Measurement): boolean {
  const others = goal?.of && row[goal.of];
  if (!goal || (goal.of && !others?.length)) return true;
  const value = others ? compare(ours, others) : getMedian(ours);
  return unit === 'points' ? value >= goal.max : value <= goal.max;
}

type Before = Readonly<Record<string, Figures>>;

function formatSection({ title, note, rows }: Section, before: Before): string {
  const lines = rows.map((row) => formatRow(row, before[row.name] ?? []));
  const heads = Object.keys(lines[0] ?? {}).filter((name) => lines.some((line) => line[name]));
  const cells = lines.map((line) => heads.map((name) => line[name] ?? ''));
  const align = heads.map((name) => (name === 'measured' || name === 'goal' ? '' : 'right'));
  return [`## ${title}`, note, markdownTable([heads, ...cells], { align })].join('\n\n');
}

/** @param before earlier figures of ours and of the naive server, if there are any */
function formatRow(row: Measurement, before: Figures): Record<string, string> {
  const { name, unit, ours, naive = [], bare = [], goal } = row;
  const share = (others: readonly number[]) => {
    const ratio = others.length > 0 ? compare(ours, others) : Number.NaN;
    return unit !== 'points' && Number.isFinite(ratio) ? ratio.toFixed(2) : '';
  };
  const wanted = goal
    ? `${unit === 'points' ? '≥' : '≤'} ${Number(goal.max.toFixed(4))}${goal.of ? ` of ${goal.of}` : ''}`
    : '';
  return {
    measured: unit === 'shift' || unit === 'files' ? name : `${name}, ${unit}`,
    before: formatValues(before.slice(0, 1), unit),
    ours: formatValues(ours, unit),
    change: before[0] === undefined ? '' : formatChange(getMedian(ours) / before[0] - 1, unit),
    goal: meetsGoal(row) ? wanted : `! ${wanted}`,
    'naive before': formatValues(before.slice(1), unit),
    naive: formatValues(naive, unit),
    'of naive': share(naive),
    bare: formatValues(bare, unit),
    'of bare': share(bare),
  };
}

function formatChange(change: number, unit: Measurement['unit']): string {
  const text = `${change > 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`;
  const isWorse = unit === 'points' ? change < 0 : change > 0;
  return isWorse ? `**${text}**` : text;
}

function describeMachine(): string {
  const system = `${type()} ${release().split('.').slice(0, 2).join('.')}`;
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}, ${system}, Node ${process.version}`;
}
