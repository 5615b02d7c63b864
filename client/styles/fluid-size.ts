import { containerWidth } from '#shared/design/container-width.ts';

/** The font size of the root: it grows half as fast as the container. A sum, for `calc`. */
export const fluidRootSize = `100% + var(--fluid)*${(8 / containerWidth.min).toFixed(5)}`;

/**
 * The largest size of a headline. From there on it grows by the same factor as the container. A sum, for `clamp`.
 *
 * @param rem the size at the container's smallest width; the term beside it is there because a rem grows half as fast
 */
export function fluidSize(rem: number): string {
  return `${rem}rem + var(--fluid)*${((8 * rem) / containerWidth.min).toFixed(4)}`;
}
