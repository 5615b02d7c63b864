import {
  type Clearing,
  countLoops,
  createLattice,
  type Lattice,
  setMirrors,
} from './kolam-lattice.ts';
import { type Census, proposeMirrors, type Symmetry } from './kolam-mirrors.ts';
import { HALF_CELL, linePath, type Straightening } from './kolam-path.ts';

export interface KolamOptions {
  /** Dots across and down; a cell is the square round one dot. */
  readonly columns: number;
  readonly rows: number;
  /** Cells that the line leaves empty. */
  readonly clearing?: Clearing;
  /** Mirrors set by hand, as a picture; see `setMirrors`. */
  readonly mirrors?: readonly string[];
  /** Proposes mirrors besides: any text, the same text always the same drawing. */
  readonly seed?: string;
  /** Of the mirrors that the seed proposes; `four-fold` where not given. */
  readonly symmetry?: Symmetry;
  /** How many of the places for a mirror the seed tries, 0 to 1; 1 where not given. */
  readonly density?: number;
  /** The seed draws again until this holds, within reason; see `proposeMirrors`. */
  readonly accept?: (census: Census) => boolean;
  /** Where round corners become a lattice; round everywhere where not given. */
  readonly straightening?: Straightening;
  /** Where the path begins, in half cells along the upper border (odd); else at the upper left. */
  readonly start?: number;
  /** Space round the box of dots: top, right, bottom, left, in units; 6 where not given. */
  readonly margins?: readonly [top: number, right: number, bottom: number, left: number];
}

/** A drawing of one closed line. Its unit is a 64th of a cell. */
export interface Kolam {
  readonly viewBox: string;
  /** The view box's own size, for the fixed proportions of an image. */
  readonly width: number;
  readonly height: number;
  /** The line: to be stroked, with round joins. */
  readonly path: string;
  /** The dots it encloses, as strokes of no length: to be stroked with round caps. */
  readonly dots: string;
}

/**
 * Draws one line round all dots. Whole numbers and one 32-bit generator, no clock and no locale, so
 * that every server and every build draws the same.
 *
 * @throws RangeError when mirrors set by hand leave more than one loop, and no seed may mend it, or
 *   when the clearing touches the border.
 */
export function drawKolam(options: KolamOptions): Kolam {
  const { columns, rows, clearing, straightening, margins = [6, 6, 6, 6] } = options;
  const lattice = createLattice(columns, rows, clearing);
  setMirrors(lattice, options.mirrors ?? []);
  if (options.seed !== undefined) proposeMirrors(lattice, { ...options, seed: options.seed });
  if (countLoops(lattice) !== 1) throw new RangeError('These mirrors leave more than one loop.');

  const [top, right, bottom, left] = margins;
  const width = lattice.width * HALF_CELL + left + right;
  const height = lattice.height * HALF_CELL + top + bottom;
  return {
    viewBox: `${-left} ${-top} ${width} ${height}`,
    width,
    height,
    path: linePath(lattice, straightening, options.start),
    dots: dotsPath(lattice),
  };
}

/** Dots from left to right, line by line; each `h0` is one dot. */
function dotsPath({ width, height, emptySquares }: Lattice): string {
  let path = '';
  for (let y = 1; y < height; y += 2) {
    let pen = 0;
    for (let x = 1; x < width; x += 2) {
      if (emptySquares[y * width + x] === 1) continue;
      path += pen === 0 ? `M${x * HALF_CELL} ${y * HALF_CELL}h0` : `m${(x - pen) * HALF_CELL} 0h0`;
      pen = x;
    }
  }
  return path;
}
