import type { Measure } from './measure.ts';

interface Bound {
  readonly label: string;
  readonly unit: string;
  /** The most that it may be more than before. */
  readonly most: number;
}

/**
 * What counts as growth. Whatever is kept for each request would be far above it after ten minutes
 * (a kilobyte for each of a few hundred thousand requests is some hundred megabytes); below it are
 * compiled code, the allocator's fragments and the noise of a machine that does other things.
 */
export const bounds: Readonly<Record<keyof Measure, Bound>> = {
  memory: { label: 'memory (resident)', unit: 'MB', most: 32 },
  heap: { label: 'heap after collection', unit: 'MB', most: 4 },
  external: { label: 'buffers outside the heap', unit: 'MB', most: 4 },
  descriptors: { label: 'open descriptors', unit: '', most: 2 },
  resources: { label: 'timers and handles', unit: '', most: 2 },
  lag: { label: 'event-loop lag, median', unit: 'ms', most: 5 },
  worstLag: { label: 'event-loop lag, 99 %', unit: 'ms', most: 50 },
};

export interface Growth {
  readonly label: string;
  readonly before: number;
  readonly after: number;
  readonly most: number;
  readonly unit: string;
  readonly isTooMuch: boolean;
}

/** Each measured quantity before and after the load, held against its bound. */
export function findGrowth(before: Measure, after: Measure): readonly Growth[] {
  return keysOf(bounds).map((key) => {
    const growth = after[key] - before[key];
    return {
      ...bounds[key],
      before: before[key],
      after: after[key],
      isTooMuch: !(growth <= bounds[key].most), // A measure that is no number is no proof either.
    };
  });
}

/** The table that is printed. */
export function formatGrowth(rows: readonly Growth[]): string {
  const lines = rows.map(({ label, before, after, most, unit, isTooMuch }) => [
    label,
    formatAmount(before, unit),
    formatAmount(after, unit),
    `${after < before ? '−' : '+'}${formatAmount(Math.abs(after - before), unit)}`,
    `+${most}${unit ? ` ${unit}` : ''}`,
    isTooMuch ? 'GREW' : 'ok',
  ]);
  const table = [['', 'before', 'after', 'growth', 'at most', ''], ...lines];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  );
  return table
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatAmount(amount: number, unit: string): string {
  return unit ? `${amount.toFixed(1)} ${unit}` : String(amount);
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record).filter((key): key is Key => key in record);
}
