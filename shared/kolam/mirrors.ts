import { CROSSING, countLoops, HORIZONTAL, type Lattice, VERTICAL } from './lattice.ts';
import { roundnessAt, type Straightening } from './path.ts';

/** `left-right` equals its reflection left to right, `top-bottom` top to bottom, `four-fold` both. */
type Symmetry = 'four-fold' | 'left-right' | 'top-bottom';

/** How many points have a crossing or a mirror. */
export interface PlaceCounts {
  readonly crossings: number;
  readonly horizontal: number;
  readonly vertical: number;
}

export interface Proposal {
  /** Decides the mirrors: the same text always gives the same drawing. */
  readonly seed: string;
  /** The symmetry of the mirrors; by default `four-fold`. */
  readonly symmetry?: Symmetry;
  /** The share of places at which a mirror is tried, 0 to 1; by default 1. */
  readonly density?: number;
  /** Whether a drawing is accepted; otherwise it is drawn again, see `proposeMirrors`. */
  readonly accept?: (counts: PlaceCounts) => boolean;
  /** Where round corners become a lattice; by default all are round. */
  readonly straightening?: Straightening;
}

/** No emblem of 100 000 seeds needed more than 36 attempts, and every portrait ring got a line. */
const MAX_ATTEMPTS = 64;

/** Where the line is nearly a lattice, a single mirror would look like a mistake. */
const LEAST_ROUNDNESS = 0.3;

/** A place for mirrors: a point and its reflections, which get the same mirror together. */
interface Place {
  readonly points: readonly number[];
  /** The probability that it is tried: lower where the line becomes a lattice. */
  readonly likelihood: number;
  /** The mirrors that are allowed here. */
  readonly horizontal: boolean;
  readonly vertical: boolean;
}

/**
 * Sets mirrors in all places in a random order and removes those that would add a loop. Repeats this until one loop
 * is left that `accept` accepts; otherwise it uses the last single loop. Some symmetric mirrors never leave one loop:
 * those of a ring with an odd number of columns, for example.
 */
export function proposeMirrors(lattice: Lattice, proposal: Proposal): void {
  const { mirrors } = lattice;
  const random = createRandom(proposal.seed);
  const outline = mirrors.slice();
  const places = listPlaces(lattice, proposal);
  let best: Uint8Array | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    mirrors.set(outline);
    shuffle(places, random);
    if (fillPlaces(lattice, places, random) !== 1) continue;
    if (!proposal.accept || proposal.accept(countPlaces(lattice, places))) return;
    best = mirrors.slice();
  }
  if (best) mirrors.set(best);
}

function fillPlaces(lattice: Lattice, places: readonly Place[], random: () => number): number {
  let loops = countLoops(lattice);
  for (const { points, likelihood, horizontal, vertical } of places) {
    const mirror = random() < 0.5 ? HORIZONTAL : VERTICAL;
    if (random() >= likelihood || !(mirror === HORIZONTAL ? horizontal : vertical)) continue;
    for (const point of points) lattice.mirrors[point] = mirror;
    const loopsNow = countLoops(lattice);
    if (loopsNow <= loops) loops = loopsNow;
    else for (const point of points) lattice.mirrors[point] = CROSSING;
  }
  return loops;
}

/** Every crossing once, together with its reflections that are crossings too. */
function listPlaces(lattice: Lattice, proposal: Proposal): Place[] {
  const { width, height } = lattice;
  const { symmetry = 'four-fold', density = 1, straightening } = proposal;
  const places: Place[] = [];
  const seen = new Set<number>();
  for (let y = 1; y < height; y += 1) {
    for (let x = 1 + (y % 2); x < width; x += 2) {
      if (seen.has(y * (width + 1) + x) || !isFree(lattice, x, y)) continue;
      const points = new Set<number>();
      for (const py of symmetry === 'left-right' ? [y] : [y, height - y]) {
        for (const px of symmetry === 'top-bottom' ? [x] : [x, width - x]) {
          if (isFree(lattice, px, py)) points.add(py * (width + 1) + px);
        }
      }
      for (const point of points) seen.add(point);
      const roundness = roundnessAt(lattice, straightening, x);
      if (roundness < LEAST_ROUNDNESS) continue;
      places.push({
        points: [...points],
        likelihood: density * roundness,
        horizontal: !(isEdge(lattice, x - 1, y) && isEdge(lattice, x + 1, y)),
        vertical: !(isEdge(lattice, x, y - 1) && isEdge(lattice, x, y + 1)),
      });
    }
  }
  return places;
}

/** A crossing that is not inside the clearing. */
function isFree({ width, mirrors, emptySquares }: Lattice, x: number, y: number): boolean {
  return mirrors[y * (width + 1) + x] === CROSSING && emptySquares[y * width + x] === 0;
}

/** Whether a point is on an edge: mirrors from edge to edge would separate a row of dots. */
function isEdge({ width, height, emptySquares }: Lattice, x: number, y: number): boolean {
  if (x === 0 || y === 0 || x === width || y === height) return true;
  return [(y - 1) * width + x - 1, (y - 1) * width + x, y * width + x - 1, y * width + x].some(
    (square) => emptySquares[square] === 1,
  );
}

function countPlaces({ mirrors }: Lattice, places: readonly Place[]): PlaceCounts {
  const points = places.flatMap((place) => place.points);
  const count = (mirror: number) => points.filter((point) => mirrors[point] === mirror).length;
  return { crossings: count(CROSSING), horizontal: count(HORIZONTAL), vertical: count(VERTICAL) };
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [list[last], list[other]];
    if (a === undefined || b === undefined) continue;
    list[last] = b;
    list[other] = a;
  }
}

/** Random numbers from 0 to 1, seeded by a text: FNV-1a, then mulberry32, both of 32 bits. */
function createRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
