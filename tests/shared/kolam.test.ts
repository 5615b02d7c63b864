import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawKolam, type Kolam, type KolamOptions } from '#shared/kolam.ts';
import { drawEmblem, drawPortraitFrame } from '#shared/kolam-emblems.ts';

/** Units of a drawing to half a cell. */
const half = 32;
const maxPathLength = 8192;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Any size, any seed, any symmetry, with and without a clearing and a fall to a lattice. */
const anyOptions: fc.Arbitrary<KolamOptions> = fc
  .record({
    columns: fc.integer({ min: 1, max: 14 }),
    rows: fc.integer({ min: 1, max: 9 }),
    seed: fc.string(),
    symmetry: fc.constantFrom('four-fold', 'left-right', 'top-bottom'),
    density: fc.double({ min: 0, max: 1, noNaN: true }),
    along: fc.constantFrom('x', 'y', undefined),
    from: fc.integer({ min: 0, max: 60 }),
    fall: fc.integer({ min: 1, max: 60 }),
    place: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
    cleared: fc.boolean(),
  })
  .map(({ along, from, fall, place, cleared, ...options }) => {
    const [column, columns] = within(place[0], place[1], options.columns);
    const [row, rows] = within(place[2], place[3], options.rows);
    return {
      ...options,
      ...(along && { straightening: { along, from: from / 100, to: (from + fall) / 100 } }),
      ...(cleared && columns > 0 && rows > 0 && { clearing: { column, row, columns, rows } }),
    };
  });

/** A stretch of cells that leaves at least one on either side; of length 0 where none can. */
function within(where: number, length: number, cells: number): [number, number] {
  if (cells < 3) return [0, 0];
  const long = 1 + (length % (cells - 2));
  return [1 + (where % (cells - 1 - long)), long];
}

test('any size and seed give one closed line through every square, round every dot, and never in the clearing', () => {
  fc.assert(
    fc.property(anyOptions, (options) => expectOneLine(drawKolam(options), options)),
    { numRuns: 250 },
  );
});

test('any emblem, and any portrait frame round its clearing, is such a line', () => {
  const clearing = { column: 1, row: 1, columns: 4, rows: 5 };
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expectOneLine(drawEmblem(seed), { columns: 5, rows: 4 });
      expectOneLine(drawPortraitFrame(seed), { columns: 6, rows: 7, clearing });
    }),
  );
});

test('two loops, or a clearing that touches the border, are an error', () => {
  expect(() => drawKolam({ columns: 2, rows: 2 })).toThrow(/more than one loop/);
  const clearing = { column: 0, row: 1, columns: 2, rows: 2 };
  expect(() => drawKolam({ columns: 5, rows: 4, clearing })).toThrow(/clearing/);
});

/** Straightened out, the line crosses every square outside the clearing once and goes round the dots. */
function expectOneLine({ path, dots }: Kolam, { columns, rows, clearing }: KolamOptions): void {
  expect(path.length).toBeLessThanOrEqual(maxPathLength);
  const corners = traceCorners(path);
  const crossed = new Map<string, number>();
  corners.forEach((to, index) => {
    const from = corners.at(index - 1) ?? to;
    const length = Math.abs(to.x - from.x) / half;
    expect(Number.isInteger(length) && Math.abs(to.y - from.y) / half === length).toBe(true);
    for (let step = 0.5; step < length; step += 1) {
      const x = Math.floor((from.x + ((to.x - from.x) * step) / length) / half);
      const y = Math.floor((from.y + ((to.y - from.y) * step) / length) / half);
      crossed.set(`${x} ${y}`, (crossed.get(`${x} ${y}`) ?? 0) + 1);
    }
  });
  const isCleared = (x: number, y: number) =>
    clearing !== undefined &&
    x >= 2 * clearing.column &&
    x < 2 * (clearing.column + clearing.columns) &&
    y >= 2 * clearing.row &&
    y < 2 * (clearing.row + clearing.rows);
  // Four squares of half a cell meet at the dot of a cell.
  const squares = Array.from({ length: 4 * columns * rows }, (_, index) => ({
    x: index % (2 * columns),
    y: Math.floor(index / (2 * columns)),
  })).filter(({ x, y }) => !isCleared(x, y));
  expect(crossed).toEqual(new Map(squares.map(({ x, y }) => [`${x} ${y}`, 1])));
  const places = squares
    .filter(({ x, y }) => x % 2 === 1 && y % 2 === 1)
    .map(({ x, y }) => ({ x: x * half, y: y * half }));
  expect(readDots(dots)).toEqual(places);
  for (const dot of places) expect(isEnclosed(dot, corners), `dot ${dot.x} ${dot.y}`).toBe(true);
}

/** Where a closed path of `M`, `l`, `c`, `s` and `z` turns: each curve stands for a corner. */
function traceCorners(path: string): readonly Place[] {
  const readNumbers = (text = '') => (text.match(/-?\d+/g) ?? []).map(Number);
  const [, start, commands = ''] = /^M(-?\d+ ?-?\d+)((?:[lcs][-\d ]+)+)z$/.exec(path) ?? [];
  const [startX = Number.NaN, startY = Number.NaN] = readNumbers(start);
  let pen: Place = { x: startX, y: startY };
  let handle: readonly number[] = [0, 0];
  const corners: Place[] = [];
  // Two straight pieces that meet have a corner between them; a piece beside a curve has none.
  let afterStraight = false;
  for (const [, letter, text] of commands.matchAll(/([lcs])([^lcs]+)/g)) {
    const isStraight = letter === 'l';
    const given = letter === 's' ? [...handle, ...readNumbers(text)] : readNumbers(text);
    const [ax = 0, ay = 0, bx = 0, by = 0] = given;
    const [ex = 0, ey = 0] = given.slice(-2);
    if (isStraight && afterStraight) corners.push(pen);
    if (!isStraight) {
      // Where the tangents at both ends meet.
      const [fx, fy, tx, ty] = [ax, ay, ex - bx, ey - by].map(Math.sign);
      const along =
        (ex * Number(ty) - ey * Number(tx)) / (Number(fx) * Number(ty) - Number(fy) * Number(tx));
      corners.push({ x: pen.x + along * Number(fx), y: pen.y + along * Number(fy) });
    }
    handle = isStraight ? [0, 0] : [ex - bx, ey - by];
    pen = { x: pen.x + ex, y: pen.y + ey };
    afterStraight = isStraight;
  }
  expect(pen, `one closed path: ${path}`).toEqual({ x: startX, y: startY });
  return afterStraight ? [...corners, pen] : corners;
}

/** Whether a place is inside the line: a ray from it meets the line an odd number of times. */
function isEnclosed({ x, y }: Place, corners: readonly Place[]): boolean {
  return (
    corners.filter((to, index) => {
      const from = corners.at(index - 1) ?? to;
      if (from.y > y === to.y > y) return false;
      return x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
    }).length %
      2 ===
    1
  );
}

/** The dots of a drawing, from its path of strokes without length. */
function readDots(path: string): readonly Place[] {
  let pen: Place = { x: 0, y: 0 };
  return [...path.matchAll(/([Mm])(\d+) (\d+)h0/g)].map(([, letter, x, y]) => {
    const moved = { x: Number(x), y: Number(y) };
    pen = letter === 'M' ? moved : { x: pen.x + moved.x, y: pen.y + moved.y };
    return pen;
  });
}
