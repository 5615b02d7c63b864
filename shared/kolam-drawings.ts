import { drawKolam, type Kolam, type KolamOptions } from './kolam.ts';

/*
 * The site's fixed drawings. They were chosen by eye and have their mirrors written out, so that they
 * can be read and mended here: `o` is a dot, `.` a crossing, `-` and `|` are mirrors (`setMirrors`).
 */

/** The network's mark: six dots and no mirror at all. */
export const drawMark = once({ columns: 3, rows: 2, margins: [-2, -3, -2, -3] });

/** Across the window on the home page, kolam to lattice; columns 2–4 of rows 1–2 are left empty. */
export const drawHeroWide = once({
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

/** The hero of a narrow window, from top to bottom; columns 1–2 of row 2 are left empty. */
export const drawHeroNarrow = once({
  columns: 4,
  rows: 6,
  clearing: { column: 1, row: 2, columns: 2, rows: 1 },
  straightening: { along: 'y', from: 0.42, to: 0.76 },
  mirrors: ['o.o.o.o', '| . . |', 'o|o.o|o', '. - - .', 'o|o.o|o', '. - - .'],
});

/** Beside the three items of the home page, which show six rows each of this one line. */
export const drawThreeItems = once({
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

/** The reading progress beside the manifesto: its lattice is the end of the text. */
export const drawProgressLine = once({
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
export const drawSelvedge = once({
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
export const drawNotFoundWide = once({
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

/** Creates the drawing with the first call and caches it. */
function once(options: KolamOptions): () => Kolam {
  let drawn: Kolam | undefined;
  return () => {
    drawn ??= drawKolam(options);
    return drawn;
  };
}
