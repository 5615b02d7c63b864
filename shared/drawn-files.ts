// Written by scripts/draw.ts: run `npm run draw` after a change to the drawings.

/** The drawings that are files, the same on every page and cached for good. */
export const drawnFiles = {
  lines: '/line/lines-13b09f26.svg',
  selvedge: '/line/selvedge-263a1b4a.svg',
} as const;

/** What is the same of every emblem (`drawn-outlines.ts`), of which most pages have one. */
export const emblemOutline = {
  viewBox: '0 0 320 256',
  dots: 'M32 32h257M32 96h257M32 160h257M32 224h257',
} as const;
