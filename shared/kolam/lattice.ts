/*
 * Mirror curves, the geometry behind the pulli kolam (P. Gerdes, "Geometry from Africa", 1999;
 * S. Jablan, "Mirror generated curves", 2001).
 *
 * m × n dots are at the odd coordinates of a 2m × 2n box. A ray at 45° runs through the points with an odd x + y.
 * The border and the mirrors, which are at such points, reflect it. It crosses each unit square of the box once, on
 * the diagonal between two such points. So there is a single line when one walk has visited all squares. Without
 * mirrors there are gcd(m, n) loops.
 */

/** A rectangle of cells that the line leaves empty, inside the border; cells are counted from 0. */
export interface Clearing {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** The points of a box, counted in half cells, and the mirror at each of them. */
export interface Lattice {
  readonly width: number;
  readonly height: number;
  /** Row by row, width + 1 to a row: CROSSING, HORIZONTAL or VERTICAL. */
  readonly mirrors: Uint8Array;
  /** Row by row, width to a row: 1 for a square inside the clearing. */
  readonly emptySquares: Uint8Array;
}

export const CROSSING = 0;
export const HORIZONTAL = 1;
export const VERTICAL = 2;

/** A box of columns × rows dots with mirrors along its border and around its clearing. */
export function createLattice(columns: number, rows: number, clearing?: Clearing): Lattice {
  const width = 2 * columns;
  const height = 2 * rows;
  const lattice: Lattice = {
    width,
    height,
    mirrors: new Uint8Array((width + 1) * (height + 1)),
    emptySquares: new Uint8Array(width * height),
  };
  setOutline(lattice, 0, 0, width, height);
  if (clearing) {
    const [left, top] = [2 * clearing.column, 2 * clearing.row];
    const [right, bottom] = [left + 2 * clearing.columns, top + 2 * clearing.rows];
    setOutline(lattice, left, top, right, bottom);
    for (let y = top; y < bottom; y += 1) {
      lattice.emptySquares.fill(1, y * width + left, y * width + right);
    }
  }
  return lattice;
}

function setOutline(lattice: Lattice, left: number, top: number, right: number, bottom: number) {
  const row = lattice.width + 1;
  for (let x = left + 1; x < right; x += 2) {
    lattice.mirrors[top * row + x] = HORIZONTAL;
    lattice.mirrors[bottom * row + x] = HORIZONTAL;
  }
  for (let y = top + 1; y < bottom; y += 2) {
    lattice.mirrors[y * row + left] = VERTICAL;
    lattice.mirrors[y * row + right] = VERTICAL;
  }
}

/** The number of closed loops outside the clearing. */
export function countLoops({ width, mirrors, emptySquares }: Lattice): number {
  const visited = emptySquares.slice();
  let loops = 0;
  for (let square = 0; square < visited.length; square += 1) {
    if (visited[square] !== 0) continue;
    loops += 1;
    let x = square % width;
    let y = (square - x) / width;
    // The walk starts at the left end of the square's diagonal: the end with an odd x + y.
    let right = 1;
    let down = 1;
    if ((x + y) % 2 === 0) {
      y += 1;
      down = -1;
    }
    for (;;) {
      const crossed = (down > 0 ? y : y - 1) * width + (right > 0 ? x : x - 1);
      if (visited[crossed] !== 0) break;
      visited[crossed] = 1;
      x += right;
      y += down;
      const mirror = mirrors[y * (width + 1) + x];
      if (mirror === HORIZONTAL) down = -down;
      else if (mirror === VERTICAL) right = -right;
    }
  }
  return loops;
}
