import { frameWidth } from '#shared/frame-width.ts';

/** What half of the frame's growth adds to 16 px. */
export const rootGrowth = `var(--growth)*${(8 / frameWidth.min).toFixed(5)}`;

/**
 * The size of a headline, in rem, up to which it follows the window; then it grows by the same factor as the frame. (A
 * rem grows half as fast.) A sum, for `clamp`.
 */
export function fluidSize(rem: number): string {
  return `${rem}rem + var(--growth)*${((8 * rem) / frameWidth.min).toFixed(4)}`;
}
