import { outlines } from '#shared/drawings.ts';
import type { Kolam } from '#shared/kolam.ts';
import { drawMark } from '#shared/kolam-drawings.ts';

/** The module with what pages write round their lines: view boxes and dots. */
export function listOutlines(): string {
  const { viewBox, path } = drawMark();
  const constants = Object.entries(outlines).map(([name, draw]) => formatOutline(name, draw()));
  return `// Written by scripts/draw.ts: run \`npm run draw\` after a change to the drawings.

/** What is the same of a drawing whatever its line. */
export interface Outline {
  readonly viewBox: string;
  /** Rows of dots: to be stroked with round caps and dashes, one dot every 64 units. */
  readonly dots: string;
}

${constants.join('\n')}
/** The line of the mark alone. */
export const markLine = {
  viewBox: '${viewBox}',
  path: '${path}',
} as const;
`;
}

/** A constant of such a module. */
export function formatOutline(name: string, { viewBox, dots }: Kolam): string {
  return `export const ${name} = {
  viewBox: '${viewBox}',
  dots: '${joinDots(dots)}',
} as const;
`;
}

/**
 * Dots in a line as one stroke, which is one unit longer than to the last dot: that has to be inside. A
 * tall drawing without a clearing has columns, any other has rows.
 */
function joinDots(dots: string): string {
  const rows = dots
    .replaceAll(/h0((?:m64 0h0)*)/g, (_row, more: string) => `h${(more.length / 7) * 64 + 1}`)
    .replaceAll(/m(\d+) 0h/g, (_gap, width: string) => `m${Number(width) - 1} 0h`)
    .split(/(?=M)/);
  const [first = ''] = rows;
  const columns = (Number(/(?<=h)\d+/.exec(first)) - 1) / 64 + 1;
  const isWhole = rows.every((row) => row.replace(/\d+h/, '32h') === first);
  if (!isWhole || columns >= rows.length) return rows.join('');
  const height = (rows.length - 1) * 64 + 1;
  return Array.from({ length: columns }, (_, x) => `M${32 + 64 * x} 32v${height}`).join('');
}
