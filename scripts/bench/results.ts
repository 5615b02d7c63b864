import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { formatTable } from '../readme/format-table.ts';
import { drawChart, type Pair } from './chart.ts';

/* The results of all measurements. Each command replaces its own section in `results.jsonl`; the
   tables and the chart are made of all sections. */

const figures = z.array(z.number()).readonly();

const rowOf = z.object({
  name: z.string(),
  /** `points` are better when there are more of them, all others when there are fewer. */
  unit: z.enum(['points', 'ms', 'µs', 'B', 'kB', 'MB', 'shift', 'files']),
  /** One value of each round. */
  ours: figures,
  naive: figures.optional(),
  bare: figures.optional(),
  /** What ours may be at most: an amount, or a share of another server's in the same round. */
  goal: z
    .object({ max: z.number(), of: z.enum(['naive', 'bare']).optional() })
    .readonly()
    .optional(),
});

/** Something that was measured several times. */
export type Row = Readonly<z.infer<typeof rowOf>>;

const sectionOf = z.object({
  title: z.string(),
  note: z.string(),
  rows: z.array(rowOf),
  /** Further lines of Markdown. */
  text: z.string(),
});

/** What one command has measured. */
export interface Section extends Readonly<Partial<z.infer<typeof sectionOf>>> {
  readonly title: string;
  readonly note: string;
  readonly rows: Row[];
}

const folder = import.meta.dirname;
const file = (name: string) => join(folder, name);

/**
 * Prints a section, and with `isWritten` replaces it in `results.jsonl`, `results.md` and `results.svg`.
 * The process will exit with 1 where a goal is missed.
 */
export async function report(section: Section, isWritten: boolean): Promise<void> {
  const before = await readBefore();
  const own = { text: '', ...section, note: `${describeMachine()}. ${section.note}` };
  console.log(formatSection(own, before));
  if (own.rows.some((row) => !meetsGoal(row)) || own.text.includes('| ! ')) process.exitCode = 1;
  if (!isWritten) return;
  const text = await readFile(file('results.jsonl'), 'utf8').catch(() => '');
  const known = text.split('\n').filter(Boolean);
  const others = known.map((line) => sectionOf.parse(JSON.parse(line)));
  const sections = [...others.filter(({ title }) => title !== own.title), own].toSorted(
    (one, other) => one.title.localeCompare(other.title),
  );
  await writeFile(
    file('results.jsonl'),
    sections.map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  const parts = sections.map((each) => formatSection(each, before));
  await writeFile(file('results.md'), `${[head, ...parts].join('\n\n')}\n`);
  const pairs = listPairs(sections.flatMap(({ rows }) => rows));
  await writeFile(file('results.svg'), drawChart(pairs));
}

/** What the chart shows, as far as it was measured: the name of a row, and a shorter one. */
const charted = {
  'home, mobile: performance': 'performance',
  'home, mobile: first paint': 'first paint',
  'home, mobile: largest paint': 'largest paint',
  'home, mobile: blocking time': 'blocking time',
  'home, mobile: JavaScript': 'JavaScript',
  'home, rendered each time, br': 'CPU of a render',
  'spawn to the first 200': 'start',
} as const;

function listPairs(rows: readonly Row[]): Pair[] {
  return Object.entries(charted).flatMap(([name, label]) => {
    const { unit = '', ours, naive } = rows.find((row) => row.name === name) ?? {};
    return ours && naive ? [{ label, unit, ours: getMedian(ours), naive: getMedian(naive) }] : [];
  });
}

const head = `# Results

Written by the commands of [scripts/README.md](../README.md#measurements) with \`--readme\`. Each cell is a
median, with the least and the most in brackets. "Before" are the figures that issue 15 names, and of
the table that was here before it; a change in bold is for the worse. \`!\` marks a missed goal.

![Ours beside the naive server](results.svg)`;

/** The number in an option of a command. @throws when it is none, or too small */
export function parseAmount(text: string, min = 1): number {
  const amount = Number(text);
  if (!(amount >= min)) throw new Error(`${text} is not a number of at least ${min}`);
  return amount;
}

/** The value in the middle, the upper one of two. */
export function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** `904 (880–931)`; one value alone stands without its spread. */
export function formatValues(values: readonly number[], unit: Row['unit']): string {
  const format = (value: number) => {
    if (unit === 'shift') return value.toFixed(3);
    const isSmall = unit !== 'points' && unit !== 'files' && Math.abs(value) < 100;
    return value.toLocaleString('en-US', { maximumFractionDigits: isSmall ? 1 : 0 });
  };
  if (values.length === 0) return '';
  const [least, most] = [Math.min(...values), Math.max(...values)].map(format);
  const spread = least === most ? '' : ` (${least}–${most})`;
  return format(getMedian(values)) + spread;
}

/** The median of the rounds' ratios: what disturbed a round has disturbed both servers. */
function compare(ours: readonly number[], others: readonly number[]): number {
  // Nothing is a share of anything, also of nothing.
  return getMedian(ours.map((value, round) => value && value / (others[round] ?? Number.NaN)));
}

/** Whether a row is as good as wanted; also where nothing is wanted, or nothing is there to compare. */
export function meetsGoal({ unit, ours, goal, ...row }: Row): boolean {
  const others = goal?.of && row[goal.of];
  if (!goal || (goal.of && !others?.length)) return true;
  const value = others ? compare(ours, others) : getMedian(ours);
  return unit === 'points' ? value >= goal.max : value <= goal.max;
}

type Before = Readonly<Record<string, readonly number[]>>;

async function readBefore(): Promise<Before> {
  const text = await readFile(file('before.json'), 'utf8');
  return z.record(z.string(), figures).parse(JSON.parse(text));
}

function formatSection({ title, note, rows, text }: z.infer<typeof sectionOf>, before: Before) {
  const lines = rows.map((row) => formatRow(row, before[row.name] ?? []));
  const heads = Object.keys(lines[0] ?? {}).filter((name) => lines.some((line) => line[name]));
  const table = formatTable([heads, ...lines.map((line) => heads.map((name) => line[name] ?? ''))]);
  return [`## ${title}`, note, table, text].filter(Boolean).join('\n\n');
}

function formatRow(row: Row, [oursBefore, naiveBefore]: readonly number[]): Record<string, string> {
  const { name, unit, ours, naive, bare, goal } = row;
  const format = (values: readonly (number | undefined)[] = []) =>
    formatValues(
      values.flatMap((value) => value ?? []),
      unit,
    );
  const share = (others: readonly number[] | undefined) =>
    others && unit !== 'points' ? compare(ours, others).toFixed(2) : '';
  const limit = goal ? Number(goal.max.toFixed(4)) : 0;
  const words = `${unit === 'points' ? '≥' : '≤'} ${limit}${goal?.of ? ` of ${goal.of}` : ''}`;
  return {
    measured: unit === 'shift' || unit === 'files' ? name : `${name}, ${unit}`,
    before: format([oursBefore]),
    ours: format(ours),
    change: oursBefore === undefined ? '' : formatChange(getMedian(ours) / oursBefore - 1, unit),
    goal: goal ? `${meetsGoal(row) ? '' : '! '}${words}` : '',
    'naive before': format([naiveBefore]),
    naive: format(naive),
    'of naive': share(naive),
    bare: format(bare),
    'of bare': share(bare),
  };
}

function formatChange(change: number, unit: Row['unit']): string {
  const text = `${change > 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`;
  const isWorse = unit === 'points' ? change < 0 : change > 0;
  return isWorse ? `**${text}**` : text;
}

function describeMachine(): string {
  const system = `${type()} ${release().split('.').slice(0, 2).join('.')}`;
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}, ${system}, Node ${process.version}`;
}
