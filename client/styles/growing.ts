import { frameWidth } from '#shared/frame-width.ts';

/**
 * The size of type, in rem, up to which it follows the window. Where the frame grows, so does this: by the same factor
 * (1, headlines) or by half of that (0.5, texts). A sum, for `clamp` and `calc`.
 */
export function growing(rem: number, pace: 0.5 | 1): string {
  return `${rem}rem + var(--growth)*${((16 * rem * pace) / frameWidth.min).toFixed(4)}`;
}
