// Written by scripts/draw.ts: run `npm run draw` after a change to the drawings.

/** The drawings that are files, the same on every page and cached for good. */
export const drawnFiles = {
  mark: '/line/mark-2378bb73.svg',
  selvedge: '/line/selvedge-263a1b4a.svg',
  ikatEdge: '/line/ikat-edge-b14f3a9b.svg',
} as const;
