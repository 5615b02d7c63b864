import { once } from './kolam-emblems.ts';

/* The drawings of the home page alone, written as in `kolam-drawings.ts`: a part of its code. */

/** Across the window on the home page, kolam to lattice; columns 2–4 of rows 1–2 are left empty. */
export const heroWide = once({
  columns: 15,
  rows: 4,
  clearing: { column: 2, row: 1, columns: 3, rows: 2 },
  straightening: { along: 'x', from: 0.42, to: 0.76 },
  // The lattice ends in points, which look nearer to the edge than round bends do.
  margins: [6, 18, 6, 0],
  mirrors: [
    'o.o.o.o.o.o|o.o-o.o.o.o.o.o.o',
    '. | - - - | | - . . . . . . .',
    'o|o|o.o.o|o.o-o|o.o.o.o.o.o.o',
    '. - . . . - | . . - . . . . .',
    'o|o|o.o.o|o.o-o|o.o.o.o.o.o.o',
    '. | - - - | | - . . . . . . .',
    'o.o.o.o.o.o|o.o-o.o.o.o.o.o.o',
  ],
});

/** Beside the three items of the home page, which show six rows each of this one line. */
export const threeItems = once({
  columns: 5,
  rows: 18,
  straightening: { along: 'y', from: 0.36, to: 0.74 },
  mirrors: [
    'o.o.o.o.o',
    '| | | | |',
    'o|o.o.o|o',
    '- . . . -',
    'o.o|o|o.o',
    '. . | . .',
    'o.o|o|o.o',
    '. . | . .',
    'o.o-o-o.o',
    '- . . . -',
    'o.o.o.o.o',
    '| . | . |',
    'o.o-o-o.o',
    '. . | . .',
    'o.o.o.o.o',
    '| . | . |',
    'o.o|o|o.o',
    '- . . . -',
    'o.o.o.o.o',
    '. . . . .',
    'o.o.o.o.o',
    '- . | . -',
  ],
});
