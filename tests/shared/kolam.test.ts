import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawKolam, type Kolam, type KolamOptions } from '#shared/kolam.ts';
import * as emblems from '#shared/kolam-emblems.ts';
import { isEnclosed, type Place, readDots, traceLine } from '../helpers/trace-line.ts';

const HALF = 32;
const CELL = 64;
const LONGEST_PATH = 8192;

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

const emblemSize = { columns: 5, rows: 4 };
const frameSize = {
  columns: 6,
  rows: 7,
  clearing: { column: 1, row: 1, columns: 4, rows: 5 },
};

test('any size and seed give one closed line through every square, round every dot, and never in the clearing', () => {
  fc.assert(
    fc.property(anyOptions, (options) => {
      const kolam = drawKolam(options);
      expectOneLine(kolam, options);
      expectDotsEnclosed(kolam, options);
      expectClearingEmpty(kolam, options);
    }),
    { numRuns: 250 },
  );
});

test('any emblem is one four-fold line, neither a net nor a row of sausages', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const kolam = emblems.emblem(seed);
      expectOneLine(kolam, emblemSize);
      expectDotsEnclosed(kolam, emblemSize);
      expectSymmetric(kolam, emblemSize, 'four-fold');
      const { crossings, horizontal, vertical } = countMirrors(kolam, emblemSize);
      expect(crossings).toBeGreaterThanOrEqual(7);
      expect(crossings).toBeLessThanOrEqual(15);
      expect(Math.abs(horizontal - vertical)).toBeLessThanOrEqual(8);
    }),
    { numRuns: 150 },
  );
});

test('any portrait frame is one line round its clearing, the same on the left and the right', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const kolam = emblems.portraitFrame(seed);
      expectOneLine(kolam, frameSize);
      expectDotsEnclosed(kolam, frameSize);
      expectClearingEmpty(kolam, frameSize);
      expectSymmetric(kolam, frameSize, 'left-right');
    }),
    { numRuns: 150 },
  );
});

test('an emblem that was forgotten is drawn again as it was', () => {
  const before = emblems.emblem('first');
  expect(emblems.emblem('first')).toBe(before);
  for (let other = 0; other < 600; other += 1) emblems.emblem(`other ${other}`);
  expect(emblems.emblem('first')).not.toBe(before);
  expect(emblems.emblem('first')).toEqual(before);
});

test('mirrors set by hand with two loops are an error', () => {
  expect(() => drawKolam({ columns: 2, rows: 2 })).toThrow(/more than one loop/);
  expect(() => drawKolam({ columns: 3, rows: 2, mirrors: ['o|o.o', '. . .', 'o|o.o'] })).toThrow(
    /more than one loop/,
  );
});

test('a clearing that touches the border is an error', () => {
  const clearing = { column: 0, row: 1, columns: 2, rows: 2 };
  expect(() => drawKolam({ columns: 5, rows: 4, clearing })).toThrow(/clearing/);
});

/** Straightened out, the line crosses every square outside the clearing exactly once. */
function expectOneLine({ path }: Kolam, options: KolamOptions): void {
  const { corners } = traceLine(path);
  const crossed = new Map<string, number>();
  corners.forEach((to, index) => {
    const from = corners.at(index - 1) ?? to;
    const length = Math.abs(to.x - from.x) / HALF;
    expect(Number.isInteger(length) && Math.abs(to.y - from.y) / HALF === length).toBe(true);
    for (let step = 0; step < length; step += 1) {
      const x = Math.floor((from.x + ((to.x - from.x) * (step + 0.5)) / length) / HALF);
      const y = Math.floor((from.y + ((to.y - from.y) * (step + 0.5)) / length) / HALF);
      crossed.set(`${x} ${y}`, (crossed.get(`${x} ${y}`) ?? 0) + 1);
    }
  });
  const { columns, rows, clearing } = options;
  for (let y = 0; y < 2 * rows; y += 1) {
    for (let x = 0; x < 2 * columns; x += 1) {
      const cell = { x: (x + 0.5) * HALF, y: (y + 0.5) * HALF };
      const times = clearing && isInside(cell, clearing) ? undefined : 1;
      expect(crossed.get(`${x} ${y}`), `square ${x} ${y}`).toBe(times);
    }
  }
  expect(path.length).toBeLessThanOrEqual(LONGEST_PATH);
}

function expectDotsEnclosed({ path, dots }: Kolam, options: KolamOptions): void {
  const { columns, rows, clearing } = options;
  const places = readDots(dots);
  const empty = clearing ? clearing.columns * clearing.rows : 0;
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(columns * rows - empty);
  const { outline } = traceLine(path);
  for (const dot of places) {
    expect([dot.x % CELL, dot.y % CELL]).toEqual([HALF, HALF]);
    expect(isEnclosed(dot, outline), `dot ${dot.x} ${dot.y}`).toBe(true);
    if (clearing) expect(isInside(dot, clearing)).toBe(false);
  }
}

function expectClearingEmpty({ path }: Kolam, { clearing }: KolamOptions): void {
  if (!clearing) return;
  expect(traceLine(path).outline.filter((place) => isInside(place, clearing))).toEqual([]);
}

/** Every place on the curves has its reflections, and not only every mirror. */
function expectSymmetric(
  { path }: Kolam,
  { columns, rows }: KolamOptions,
  symmetry: 'left-right' | 'top-bottom' | 'four-fold',
): void {
  const { outline } = traceLine(path);
  // The traced places are exact multiples of this fraction.
  const keyOf = (x: number, y: number) => [x, y].map((at) => Math.round(at * 24 ** 3)).join(' ');
  const known = new Set(outline.map(({ x, y }) => keyOf(x, y)));
  const lonely = outline.filter(({ x, y }) => {
    const beside = symmetry === 'top-bottom' || known.has(keyOf(columns * CELL - x, y));
    const below = symmetry === 'left-right' || known.has(keyOf(x, rows * CELL - y));
    return !beside || !below;
  });
  expect(lonely).toEqual([]);
}

/** Two turns at one inner point are a mirror; where there are none, the line crosses itself. */
function countMirrors({ path }: Kolam, { columns, rows }: KolamOptions) {
  const { corners } = traceLine(path);
  const turns = new Map<string, { horizontal: boolean }>();
  corners.forEach((corner, index) => {
    const before = corners.at(index - 1) ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    const horizontal = corner.x > before.x === after.x > corner.x;
    turns.set(`${corner.x} ${corner.y}`, { horizontal });
  });
  const inner = [...turns].filter(([key]) => {
    const [x = 0, y = 0] = key.split(' ').map(Number);
    return x > 0 && y > 0 && x < columns * CELL && y < rows * CELL;
  });
  const horizontal = inner.filter(([, turn]) => turn.horizontal).length;
  // Inner points whose x + y is odd: 2mn - m - n.
  const crossings = 2 * columns * rows - columns - rows - inner.length;
  return { crossings, horizontal, vertical: inner.length - horizontal };
}

function isInside({ x, y }: Place, clearing: NonNullable<KolamOptions['clearing']>): boolean {
  const { column, row, columns, rows } = clearing;
  return (
    x > column * CELL && x < (column + columns) * CELL && y > row * CELL && y < (row + rows) * CELL
  );
}
