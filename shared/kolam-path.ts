import { CROSSING, HORIZONTAL, type Lattice, mirrorAt } from './kolam-lattice.ts';

/** Units of a drawing in half a cell: enough for whole numbers to look smooth at any size. */
export const HALF_CELL = 32;

/** Corners are round up to `from` and sharp after `to`: fractions of the width. */
export interface Straightening {
  readonly from: number;
  readonly to: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A point where the line meets a mirror: the directions (±1) before and after, and the half cells since the last one.
 */
interface Turn extends Point {
  readonly run: number;
  readonly cameRight: number;
  readonly cameDown: number;
  readonly right: number;
  readonly down: number;
}

/** A turn as a cubic curve, in units of the drawing. */
interface Bend {
  readonly enter: Point;
  readonly firstHandle: Point;
  readonly secondHandle: Point;
  readonly leave: Point;
}

// How much of a run of half cells a full curve takes. Two curves that share a run of one meet in the middle; on a
// longer run a curve takes most of the first half cell, so that crossings stay straight.
const SHARED_REACH = 0.5;
const FREE_REACH = 0.92;
// The position of a curve's handles, as a fraction of the way to the corner. A circle has .552; a little more looks
// drawn by hand.
const HANDLE = 0.58;

/** 1 where corners are fully round, 0 where they are sharp, linear between. */
export function roundnessAt(
  { width }: Lattice,
  straightening: Straightening | undefined,
  x: number,
): number {
  if (!straightening) return 1;
  const { from, to } = straightening;
  return Math.min(1, Math.max(0, (to - x / width) / (to - from)));
}

/**
 * The line as one closed SVG path of relative whole numbers (SVG 2, section 9.3). It begins after the turn at the
 * left of the upper left cell.
 */
export function linePath(lattice: Lattice, straightening?: Straightening): string {
  const bends = walkBends(lattice, straightening);
  const last = bends.at(-1);
  if (!last) return '';

  let pen = last.leave;
  let path = `M${numbers(pen.x, pen.y)}`;
  let afterCurve = false;
  for (const { enter, firstHandle, secondHandle, leave } of bends) {
    if (enter.x !== pen.x || enter.y !== pen.y) {
      path += `l${numbers(enter.x - pen.x, enter.y - pen.y)}`;
      afterCurve = false;
    }
    pen = leave;
    if (enter.x === leave.x && enter.y === leave.y) continue;
    const rest = numbers(
      secondHandle.x - enter.x,
      secondHandle.y - enter.y,
      leave.x - enter.x,
      leave.y - enter.y,
    );
    const first = numbers(firstHandle.x - enter.x, firstHandle.y - enter.y);
    // Two curves touch only if both reach the middle, with equal handles: `s` then derives the first handle.
    path += afterCurve ? `s${rest}` : `c${join(first, rest)}`;
    afterCurve = true;
  }
  return `${path}z`;
}

/** Follows the line once and returns its bends in order, the first of the path last. */
function walkBends(lattice: Lattice, straightening: Straightening | undefined) {
  const turns: Turn[] = [];
  let [x, y] = [0, 1];
  let right = 1;
  let down = -1;
  let run = 0;
  do {
    x += right;
    y += down;
    run += 1;
    const mirror = mirrorAt(lattice, x, y);
    if (mirror === CROSSING) continue;
    const turn = { x, y, run, cameRight: right, cameDown: down };
    if (mirror === HORIZONTAL) down = -down;
    else right = -right;
    turns.push({ ...turn, right, down });
    run = 0;
  } while (x !== 0 || y !== 1);
  return turns.map((turn, index) => {
    const next = turns[(index + 1) % turns.length] ?? turn;
    return bendAt(turn, next.run, roundnessAt(lattice, straightening, turn.x));
  });
}

function bendAt(turn: Turn, leavingRun: number, roundness: number): Bend {
  const { cameRight, cameDown, right, down } = turn;
  const before = reach(turn.run, roundness);
  const after = reach(leavingRun, roundness);
  const corner = { x: turn.x * HALF_CELL, y: turn.y * HALF_CELL };
  const back = (length: number) => ({
    x: corner.x - cameRight * length,
    y: corner.y - cameDown * length,
  });
  const ahead = (length: number) => ({
    x: corner.x + right * length,
    y: corner.y + down * length,
  });
  return {
    enter: back(before),
    firstHandle: back(before - Math.round(HANDLE * before)),
    secondHandle: ahead(after - Math.round(HANDLE * after)),
    leave: ahead(after),
  };
}

/**
 * Rounded once and used on both axes, so that every diagonal stays exactly at 45°. If a shared run would leave less
 * than one unit, the corner is sharp.
 */
function reach(run: number, roundness: number): number {
  if (roundness * HALF_CELL * SHARED_REACH < 1) return 0;
  return Math.round(HALF_CELL * roundness * (run === 1 ? SHARED_REACH : FREE_REACH));
}

/** `9 -4 0` as `9-4 0`: a minus sign separates numbers as well as a space does. */
function numbers(...values: number[]): string {
  return values.map(String).reduce(join);
}

function join(before: string, after: string): string {
  return after.startsWith('-') ? before + after : `${before} ${after}`;
}
