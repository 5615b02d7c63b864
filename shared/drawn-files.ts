// Written by scripts/draw.ts: run `npm run draw` after a change to the drawings.

/** The drawings that are files, the same on every page and cached for good. */
export const drawnFiles = {
  mark: '/line/mark-2378bb73.svg',
  selvedge: '/line/selvedge-2a89f071.svg',
  ikatEdge: '/line/ikat-edge-b14f3a9b.svg',
  jali: '/line/jali-dad2be7e.svg',
} as const;
