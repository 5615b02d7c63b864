/** A place in a drawing, in its units: 32 to half a cell. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What a path string says, read without the generator's help. */
export interface TracedLine {
  /** Where the line turns, with curves straightened back to the corner they stand for. */
  readonly corners: readonly Place[];
  /** Every place where one command ends and the next begins. */
  readonly joints: readonly Place[];
  /** The line as short straight pieces, the last place is the first. */
  readonly outline: readonly Place[];
}

const STEPS_PER_CURVE = 24;

/** Reads a closed path of `M`, `l`, `c`, `s` and `z`; throws on anything else in it. */
export function traceLine(path: string): TracedLine {
  const whole = /^M(-?\d+ ?-?\d+)((?:[lcs][-\d ]+)+)z$/.exec(path);
  if (!whole) throw new Error(`Not one closed path of relative whole numbers: ${path}`);
  const [, start = '', commands = ''] = whole;
  const [startX = 0, startY = 0] = readNumbers(start);
  let pen: Place = { x: startX, y: startY };
  let handle: Place = { x: 0, y: 0 };
  const corners: Place[] = [];
  const joints: Place[] = [pen];
  const outline: Place[] = [pen];
  // Two straight pieces that meet have a corner between them; a piece beside a curve has none.
  let afterStraight = false;
  for (const [, letter = '', text = ''] of commands.matchAll(/([lcs])([^lcs]+)/g)) {
    const given = readNumbers(text);
    const expected = { l: 2, c: 6, s: 4 }[letter];
    if (given.length !== expected) throw new Error(`${letter} with ${given.length} numbers`);
    const straight = letter === 'l';
    if (straight && afterStraight) corners.push(pen);
    const [ax = 0, ay = 0, bx = 0, by = 0, ex = 0, ey = 0] =
      letter === 's' ? [handle.x, handle.y, ...given] : given;
    const end = straight ? { x: pen.x + ax, y: pen.y + ay } : { x: pen.x + ex, y: pen.y + ey };
    if (straight) {
      if (Math.abs(ax) !== Math.abs(ay)) throw new Error(`A straight piece off 45°: ${ax} ${ay}`);
      handle = { x: 0, y: 0 };
    } else {
      const from = { x: Math.sign(ax), y: Math.sign(ay) };
      const to = { x: Math.sign(ex - bx), y: Math.sign(ey - by) };
      // Where the tangents at both ends meet.
      const along = (ex * to.y - ey * to.x) / (from.x * to.y - from.y * to.x);
      corners.push({ x: pen.x + along * from.x, y: pen.y + along * from.y });
      for (let step = 1; step < STEPS_PER_CURVE; step += 1) {
        const t = step / STEPS_PER_CURVE;
        const [a, b, c] = [3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t];
        outline.push({ x: pen.x + a * ax + b * bx + c * ex, y: pen.y + a * ay + b * by + c * ey });
      }
      handle = { x: ex - bx, y: ey - by };
    }
    pen = end;
    afterStraight = straight;
    joints.push(pen);
    outline.push(pen);
  }
  if (pen.x !== startX || pen.y !== startY) throw new Error('The line does not come back.');
  if (afterStraight) corners.push(pen);
  return { corners, joints, outline };
}

/** Whether a place is inside the line: a ray from it meets the line an odd number of times. */
export function isEnclosed({ x, y }: Place, outline: readonly Place[]): boolean {
  let inside = false;
  outline.forEach((to, index) => {
    const from = outline[index - 1];
    if (!from || from.y > y === to.y > y) return;
    if (x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
  });
  return inside;
}

/** The dots of a drawing, from its path of strokes without length. */
export function readDots(path: string): Place[] {
  let pen: Place = { x: 0, y: 0 };
  return [...path.matchAll(/([Mm])(\d+) (\d+)h0/g)].map(([, letter, x, y]) => {
    const moved = { x: Number(x), y: Number(y) };
    pen = letter === 'M' ? moved : { x: pen.x + moved.x, y: pen.y + moved.y };
    return pen;
  });
}

function readNumbers(text: string): number[] {
  return (text.match(/-?\d+/g) ?? []).map(Number);
}
