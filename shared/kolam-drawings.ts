import { drawKolam, type Kolam, type KolamOptions } from './kolam.ts';
import type { Census } from './kolam-mirrors.ts';

/*
 * The site's drawings. Each is drawn when it is first asked for and then kept. The fixed ones were
 * chosen by eye and have their mirrors written out, so that they can be read and mended here: `o` is
 * a dot, `.` a crossing, `-` and `|` are mirrors (`setMirrors`).
 */

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

/** The hero of a narrow window, from top to bottom; columns 1–2 of row 2 are left empty. */
export const heroNarrow = once({
  columns: 4,
  rows: 6,
  clearing: { column: 1, row: 2, columns: 2, rows: 1 },
  straightening: { along: 'y', from: 0.42, to: 0.76 },
  mirrors: ['o.o.o.o', '| . . |', 'o|o.o|o', '. - - .', 'o|o.o|o', '. - - .'],
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

/** The network's mark: six dots and no mirror at all. */
export const mark = once({ columns: 3, rows: 2, margins: [-2, -3, -2, -3] });

/** The emblem of an event, a post or a partner: 5 × 4 dots, the same in all four quarters. */
export const emblem = remembered((seed) =>
  drawKolam({ columns: 5, rows: 4, seed, accept: isLively, margins: [0, 0, 0, 0] }),
);

/** A ring round a portrait, the same on its left and right; its clearing is 4 × 5 cells of 6 × 7. */
export const portraitFrame = remembered((seed) =>
  drawKolam({
    columns: 6,
    rows: 7,
    clearing: { column: 1, row: 1, columns: 4, rows: 5 },
    seed,
    symmetry: 'left-right',
    density: 0.4,
    margins: [0, 0, 0, 0],
  }),
);

/** Neither a net nor a row of sausages: some crossings, and mirrors of both kinds. */
function isLively({ crossings, horizontal, vertical }: Census): boolean {
  return crossings >= 7 && crossings <= 15 && Math.abs(horizontal - vertical) <= 8;
}

function once(options: KolamOptions): () => Kolam {
  let drawn: Kolam | undefined;
  return () => {
    drawn ??= drawKolam(options);
    return drawn;
  };
}

/** Far more than the site has events, posts and partners, and about 1 MB. */
const REMEMBERED_SEEDS = 500;

/** Keeps the last drawings, since a list of events draws the same emblems again and again. */
function remembered(draw: (seed: string) => Kolam): (seed: string) => Kolam {
  const drawings = new Map<string, Kolam>();
  return (seed) => {
    const known = drawings.get(seed);
    if (known) return known;
    const drawn = draw(seed);
    const oldest = drawings.keys().next();
    if (drawings.size >= REMEMBERED_SEEDS && !oldest.done) drawings.delete(oldest.value);
    drawings.set(seed, drawn);
    return drawn;
  };
}
