/*
 * The fixed drawings, the same on every page. To change one, edit its SVG in `public/line`, and its values in
 * `mark-line.ts` or in the component that shows it. Then rename the file: its name contains the hash of its content,
 * which `npm run check:static` prints.
 */

/** The files, which are cached for a year: the mark with all lines but one, and the line at the foot of every page. */
export const drawnFiles = {
  lines: '/line/lines-6008490e.svg',
  footerEdge: '/line/footer-edge-263a1b4a.svg',
} as const;

/** The parts that all emblems share. */
export const emblemOutline = {
  viewBox: '0 0 320 256',
  dots: 'M32 32h257M32 96h257M32 160h257M32 224h257',
} as const;
