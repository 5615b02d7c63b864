import { day } from '../dates/durations.ts';
import { formatDay } from '../dates/local-time.ts';
import { site } from '../site.ts';
import { formatDrawingPath } from './drawing-files.ts';
import { drawKolam, type KolamOptions } from './kolam.ts';

/*
 * The line of the day on Home. A kolam is drawn anew each morning, so its seed is the date in the network's zone. One
 * file has all four drawings, with their dots: if it is missing, no dots are left around the gap.
 */

const across = {
  rows: 4,
  symmetry: 'top-bottom',
  straightening: { from: 0.42, to: 0.76 },
} as const;

/** The drawings by the id of their line. `narrow` goes down: its x and y are exchanged in the file. */
export const dayDrawings = {
  wide: { ...across, columns: 15, clearing: { column: 2, row: 1, columns: 3, rows: 2 } },
  wider: { ...across, columns: 20, clearing: { column: 2, row: 1, columns: 3, rows: 2 } },
  widest: { ...across, columns: 26, clearing: { column: 3, row: 1, columns: 3, rows: 2 } },
  narrow: {
    ...across,
    columns: 6,
    clearing: { column: 1, row: 1, columns: 1, rows: 2 },
    // From 0.42 to 0.76 it would have only 317 drawings in 366 days.
    straightening: { from: 0.6, to: 0.95 },
  },
} as const satisfies Readonly<Record<string, Omit<KolamOptions, 'seed'>>>;

/** An SVG file with the drawings of a day, such as `2026-11-29`, for `<use>`: the page sets the colours. */
export function renderDayLine(date: string): string {
  const paths = Object.entries(dayDrawings).map(([name, options]) => {
    const { path, dots } = drawKolam({ ...options, seed: date });
    const turn = name === 'narrow' ? ' transform="matrix(0 1 1 0 0 0)"' : '';
    return `<path id="${name}" pathLength="1000" d="${path}"${turn}/><path id="${name}-dots" d="${dots}"${turn}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${paths.join('')}</svg>\n`;
}

/**
 * The day of a file with a line that the server sends at a time: tomorrow, because the clock of another replica may be
 * ahead, today, or one of the 31 days before it, for copies of pages in caches and restored tabs.
 */
export function findDayOfLine(path: string, now: number): string | undefined {
  const [date] = /\d{4}-\d\d-\d\d/.exec(path) ?? [];
  if (date === undefined || formatDrawingPath(date) !== path) return undefined;
  const today = Date.parse(formatDay(now, site.timezone));
  const days = Array.from({ length: 33 }, (_, ago) => new Date(today + (1 - ago) * day));
  return days.some((each) => each.toISOString().startsWith(date)) ? date : undefined;
}
