import { frameWidth } from '#shared/frame-width.ts';

/**
 * The size of type, in rem, up to which it follows the window. With a frame wider than `frameWidth.min` it grows on: by
 * the same factor (1, headlines) or by half of that (0.5, texts).
 */
export function growing(rem: number, pace: 0.5 | 1): string {
  const withFrame = `var(--frame)*${((16 * rem * pace) / frameWidth.min).toFixed(5)}`;
  return `max(${rem}rem,${pace === 1 ? '' : `${rem / 2}rem + `}${withFrame})`;
}
