import { CROSSING, HORIZONTAL, type Lattice } from './lattice.ts';

/** Units of a drawing in half a cell: enough for whole numbers to look smooth at any size. */
export const HALF_CELL = 32;

/** Corners are round up to `from` and sharp after `to`: fractions of the width. */
export interface Straightening {
  readonly from: number;
  readonly to: number;
}

/** A point where the line meets a mirror, and the directions (±1) before and after it. */
interface Turn {
  readonly x: number;
  readonly y: number;
  readonly cameRight: number;
  readonly cameDown: number;
  readonly right: number;
  readonly down: number;
  /** Half cells since the last turn. */
  readonly run: number;
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
  const turns = listTurns(lattice);
  // `before` and `after`: the distance in units from the start of a curve to its turn, and from the turn to its end.
  const curves = turns.map((turn, index) => {
    const roundness = roundnessAt(lattice, straightening, turn.x);
    const { run } = turns[(index + 1) % turns.length] ?? turn;
    return { ...turn, before: reach(turn.run, roundness), after: reach(run, roundness) };
  });
  const last = curves.at(-1);
  if (!last) return '';

  const startX = last.x * HALF_CELL + last.right * last.after;
  let path = `M${numbers(startX, last.y * HALF_CELL + last.down * last.after)}`;
  let afterLast = last.after;
  let isAfterCurve = false;
  for (const { run, cameRight, cameDown, right, down, before, after } of curves) {
    const straight = run * HALF_CELL - afterLast - before;
    if (straight > 0) {
      path += `l${numbers(cameRight * straight, cameDown * straight)}`;
      isAfterCurve = false;
    }
    afterLast = after;
    if (before + after === 0) continue;
    const firstHandle = Math.round(HANDLE * before);
    const secondHandle = after - Math.round(HANDLE * after);
    const rest = numbers(
      cameRight * before + right * secondHandle,
      cameDown * before + down * secondHandle,
      cameRight * before + right * after,
      cameDown * before + down * after,
    );
    const first = numbers(cameRight * firstHandle, cameDown * firstHandle);
    // Two curves touch only if both reach the middle, with equal handles: `s` then derives the first handle.
    path += isAfterCurve ? `s${rest}` : `c${join(first, rest)}`;
    isAfterCurve = true;
  }
  return `${path}z`;
}

/** Follows the line once and returns its turns in order, the first of the path last. */
function listTurns({ width, mirrors }: Lattice): readonly Turn[] {
  const turns: Turn[] = [];
  let [x, y] = [0, 1];
  let right = 1;
  let down = -1;
  let run = 0;
  do {
    x += right;
    y += down;
    run += 1;
    const mirror = mirrors[y * (width + 1) + x];
    if (mirror === CROSSING) continue;
    const turn = { x, y, run, cameRight: right, cameDown: down };
    if (mirror === HORIZONTAL) down = -down;
    else right = -right;
    turns.push({ ...turn, right, down });
    run = 0;
  } while (x !== 0 || y !== 1);
  return turns;
}

/**
 * It is rounded once and used on both axes, so that every diagonal stays exactly at 45°. If a shared run would leave
 * less than one unit, the corner is sharp.
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
