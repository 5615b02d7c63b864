import { type Clearing, createLattice, type Lattice } from './lattice.ts';
import { type Proposal, proposeMirrors } from './mirrors.ts';
import { HALF_CELL, linePath } from './path.ts';

export interface KolamOptions extends Proposal {
  /** Dots across and down; a cell is the square round one dot. */
  readonly columns: number;
  readonly rows: number;
  readonly clearing?: Clearing;
}

/** A drawing of one closed line. Its unit is a 64th of a cell. */
export interface Kolam {
  /** The line, for a stroke with round joins. */
  readonly path: string;
  /** The dots inside it, in rows, for a stroke with round caps and dashes of 0 and 64. */
  readonly dots: string;
}

/**
 * Draws one line around all dots. It uses whole numbers and a 32-bit generator, no clock and no locale, so that every
 * server and every build draws the same.
 */
export function drawKolam(options: KolamOptions): Kolam {
  const lattice = createLattice(options.columns, options.rows, options.clearing);
  proposeMirrors(lattice, options);
  return { path: linePath(lattice, options.straightening), dots: dotsPath(lattice) };
}

/**
 * Row by row, one stroke for neighbouring dots. It ends one unit after the last dot, which otherwise would not be
 * drawn.
 */
function dotsPath({ width, height, emptySquares }: Lattice): string {
  let path = '';
  for (let y = 1; y < height; y += 2) {
    let pen = 0;
    for (let x = 1; x < width; x += 2) {
      const from = x * HALF_CELL;
      while (x < width && emptySquares[y * width + x] === 0) x += 2;
      const length = x * HALF_CELL - from - 2 * HALF_CELL + 1;
      if (length < 0) continue;
      path += `${pen === 0 ? `M${from} ${y * HALF_CELL}` : `m${from - pen} 0`}h${length}`;
      pen = from + length;
    }
  }
  return path;
}
