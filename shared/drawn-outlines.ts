/*
 * The SVG around the lines of `drawn-files.ts`, and around portraits. A file of its own, so that only the pages that
 * show a drawing load it.
 */

/** The part of a drawing that does not depend on its line. */
export interface Outline {
  readonly viewBox: string;
  /** Rows of dots: to be stroked with round caps and dashes, one dot every 64 units. */
  readonly dots: string;
}

export const heroWide = {
  viewBox: '0 -6 978 268',
  dots: 'M32 32h897M32 96h65m255 0h577M32 160h65m255 0h577M32 224h897',
} as const;

export const heroNarrow = {
  viewBox: '-6 -6 268 396',
  dots: 'M32 32h193M32 96h193M32 160h1m191 0h1M32 224h193M32 288h193M32 352h193',
} as const;

export const threeItems = {
  viewBox: '-6 -6 332 1164',
  dots: 'M32 32v1089M96 32v1089M160 32v1089M224 32v1089M288 32v1089',
} as const;

/** Its path begins at the highest point over the third dot from the right, where the page breaks the line. */
export const notFoundWide = {
  viewBox: '0 -6 978 268',
  dots: 'M32 32h897M32 96h193m319 0h385M32 160h193m319 0h385M32 224h897',
} as const;

export const progressLine = {
  viewBox: '-6 -6 204 1292',
  dots: 'M32 32v1217M96 32v1217M160 32v1217',
} as const;

export const portraitFrame = {
  viewBox: '0 0 384 448',
  dots: 'M32 32h321M32 96h1m319 0h1M32 160h1m319 0h1M32 224h1m319 0h1M32 288h1m319 0h1M32 352h1m319 0h1M32 416h321',
} as const;

/** Only the line of the mark, as in the file. */
export const markLine = {
  viewBox: '3 2 186 124',
  path: 'M16 16c9-9 28-4 45 13l70 70c17 17 36 22 45 13s4-28-13-45l-38-38c-17-17-41-17-58 0l-38 38c-17 17-22 36-13 45s28 4 45-13l70-70c17-17 36-22 45-13s4 28-13 45l-38 38c-17 17-41 17-58 0l-38-38c-17-17-22-36-13-45z',
} as const;
