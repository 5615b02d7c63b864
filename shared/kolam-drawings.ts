import { once } from './kolam-emblems.ts';

/*
 * The site's fixed drawings. They were chosen by eye and have their mirrors written out, so that they
 * can be read and mended here: `o` is a dot, `.` a crossing, `-` and `|` are mirrors (`setMirrors`).
 */

/** The reading progress beside the manifesto: its lattice is the end of the text. */
export const progressLine = once({
  columns: 3,
  rows: 20,
  straightening: { along: 'y', from: 0.35, to: 0.8 },
  mirrors: [
    'o.o.o',
    '. . .',
    'o.o.o',
    '. | .',
    'o|o|o',
    '| | |',
    'o-o-o',
    '. . .',
    'o.o.o',
    '. | .',
    'o.o.o',
    '| | |',
    'o-o-o',
    '. | .',
    'o.o.o',
    '. | .',
    'o.o.o',
    '| | |',
    'o.o.o',
    '. . .',
    'o.o.o',
    '. . .',
    'o.o.o',
    '| | |',
    'o|o|o',
    '. . .',
    'o.o.o',
    '. . .',
    'o.o.o',
    '| . |',
  ],
});

/** Along the foot of every page. */
export const selvedge = once({
  columns: 31,
  rows: 2,
  straightening: { along: 'x', from: 0.3, to: 0.8 },
  // From ink to ink at a stroke of 3, to run from edge to edge of the window.
  margins: [3, 2, 3, -8],
  mirrors: [
    'o.o-o.o-o.o-o.o.o-o.o-o.o.o-o.o.o-o-o.o.o.o.o.o.o.o.o.o.o.o.o',
    '. . - . . - . . - . . . | . . - . - . . . . . . . . . . . . .',
    'o.o-o.o-o.o-o.o.o-o.o-o.o.o-o.o.o-o-o.o.o.o.o.o.o.o.o.o.o.o.o',
  ],
});

/**
 * Round the number on the page that was not found; columns 4–7 of rows 1–2 are left empty. The path
 * begins at the peak over the third dot from the right, so that a gap centred on its beginning
 * breaks the line there.
 */
export const notFoundWide = once({
  columns: 15,
  rows: 4,
  clearing: { column: 4, row: 1, columns: 4, rows: 2 },
  straightening: { along: 'x', from: 0.46, to: 0.8 },
  start: 25,
  margins: [6, 18, 6, 0],
  mirrors: [
    'o.o.o.o.o-o-o.o.o.o.o.o.o.o.o',
    '. | . . - - - - . . . . . . .',
    'o|o.o.o|o.o.o.o|o.o.o.o.o.o.o',
    '. . . . . . . . | . . . . . .',
    'o|o.o.o|o.o.o.o|o.o.o.o.o.o.o',
    '. | . . - - - - . . . . . . .',
    'o.o.o.o.o-o-o.o.o.o.o.o.o.o.o',
  ],
});
