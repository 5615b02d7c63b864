/*
 * The fixed drawings: seven, chosen by eye, the same on every page. To change one, edit its SVG in
 * `public/line`, and what belongs to it here and in `drawn-outlines.ts`. Then rename the file: its name
 * holds the hash of its content, which `npm run check:static` prints.
 */

/** The files, which are cached for good: the mark with the five lines, and the line at the foot of every page. */
export const drawnFiles = {
  lines: '/line/lines-13b09f26.svg',
  selvedge: '/line/selvedge-263a1b4a.svg',
} as const;

/** What is the same of every emblem, of which most pages have one; what few pages have is in `drawn-outlines.ts`. */
export const emblemOutline = {
  viewBox: '0 0 320 256',
  dots: 'M32 32h257M32 96h257M32 160h257M32 224h257',
} as const;
