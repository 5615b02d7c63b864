import { globSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closingLine } from '#client/components/closing-band.tsx';
import { portraitRing } from '#client/components/portrait.tsx';
import { heroViewBoxes } from '#client/pages/home/hero.tsx';
import { threeItems } from '#client/pages/home/work-list.tsx';
import { progressLine } from '#client/pages/manifesto/manifesto-page.tsx';
import { notFoundNarrow, notFoundWide } from '#client/pages/problems/not-found-page.tsx';
import { day } from '#shared/dates/durations.ts';
import { colours } from '#shared/design/palette.ts';
import { dayDrawings, renderDayLine } from '#shared/kolam/day-line.ts';
import { closingPages, drawClosing, drawEmblem, drawPortraitRing } from '#shared/kolam/drawings.ts';
import { drawnFiles, emblemOutline } from '#shared/kolam/drawn-files.ts';
import { drawKolam, type Kolam, type KolamOptions } from '#shared/kolam/kolam.ts';
import { countLoops, createLattice } from '#shared/kolam/lattice.ts';
import { markLine } from '#shared/kolam/mark-line.ts';
import { proposeMirrors } from '#shared/kolam/mirrors.ts';
import { formatOutline, openings, questionsLine, readingLine } from '#shared/kolam/openings.ts';
import { repo } from '../helpers/copy-tree.ts';

/** Units of a drawing to half a cell. */
const half = 32;

type Place = Readonly<Record<'x' | 'y', number>>;

test('any emblem, and any portrait ring around its clearing, is one closed line through every square and around every dot, within its outline', () => {
  const clearing = { column: 1, row: 1, columns: 4, rows: 5 };
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expectOneLine(drawEmblem(seed), { columns: 5, rows: 4, seed });
      expectOneLine(drawPortraitRing(seed), { columns: 6, rows: 7, clearing, seed });
      expect(emblemOutline).toEqual({ viewBox: '0 0 320 256', dots: drawEmblem(seed).dots });
      expect(portraitRing).toEqual({ viewBox: '0 0 384 448', dots: drawPortraitRing(seed).dots });
    }),
  );
});

const fixed = Object.values(drawnFiles).map((url) => readFileSync(`${repo}/public${url}`, 'utf8'));

test.each([
  ['three-items', threeItems, [5, 18]],
  ['not-found-narrow', notFoundNarrow, [4, 6, { column: 1, row: 1, columns: 2, rows: 1 }]],
  ['not-found-wide', notFoundWide, [15, 4, { column: 4, row: 1, columns: 4, rows: 2 }]],
  ['progress', progressLine, [3, 20]],
  ['mark', { dots: 'M32 32h129M32 96h129' }, [3, 2]],
  ['line', { dots: 'M32 32h1921M32 96h1921' }, [31, 2]], // at the end of every page
] as const)('the fixed %s is such a line, too', (id, outline, [columns, rows, clearing]) => {
  const path = new RegExp(`id="${id}"[^]*? d="([^"]+)"`).exec(fixed.join(''))?.[1] ?? '';
  const size = { columns, rows, seed: '', ...(clearing && { clearing }) };
  const drawn = drawKolam(size);
  expectOneLine({ ...drawn, path }, size);
  if ('viewBox' in outline) expectWithin(outline.viewBox, columns, rows);
  const turned = drawKolam({ columns: rows, rows: columns, seed: '' });
  expect([drawn.dots, turned.dots.replaceAll(/(\d+) (\d+)h/g, '$2 $1v')]).toContain(outline.dots);
});

test('on any day of ten years the four drawings of Home are one line each', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3652 }), (after) => {
      const seed = new Date(Date.UTC(2026, 10, 29) + after * day).toISOString().slice(0, 10);
      for (const [name, options] of Object.entries(dayDrawings)) {
        const lattice = createLattice(options.columns, options.rows, options.clearing);
        proposeMirrors(lattice, { ...options, seed });
        expect([seed, name, countLoops(lattice)]).toEqual([seed, name, 1]);
      }
    }),
  );
});

test('the file of a day has its four lines with their dots, each within its part of Home', () => {
  const file = renderDayLine('2026-11-29');
  const viewBoxes: Readonly<Record<string, string>> = heroViewBoxes;
  for (const [name, options] of Object.entries(dayDrawings)) {
    const [, path = '', turn] =
      new RegExp(`id="${name}" [^>]*?d="([^"]+)"(.*?)/>`).exec(file) ?? [];
    const [, dots = '', same] = new RegExp(`id="${name}-dots" d="([^"]+)"(.*?)/>`).exec(file) ?? [];
    expectOneLine({ path, dots }, { ...options, seed: '' });
    // The matrix exchanges x and y.
    const isTurned = name === 'narrow';
    expect([turn, same]).toEqual(Array(2).fill(isTurned ? ' transform="matrix(0 1 1 0 0 0)"' : ''));
    const { columns, rows } = options;
    const viewBox = viewBoxes[name] ?? '';
    if (isTurned) expectWithin(viewBox, rows, columns);
    else expectWithin(viewBox, columns, rows);
  }
});

test.each(Object.entries({ ...openings, reading: readingLine, questions: questionsLine }))(
  'the stored %s is drawn from its seed, and stands in its outline',
  (id, options) => {
    const { path, dots } = drawKolam(options);
    expectOneLine({ path, dots }, options);
    expect(fixed[0]).toContain(`<path id="${id}" d="${path}"/>`);
    const [width, height] = [64 * options.columns + 12, 64 * options.rows + 12];
    expect(formatOutline(options)).toEqual({ viewBox: `-6 -6 ${width} ${height}`, dots });
  },
);

test.each(closingPages)(
  'the line at the end of %s is such a line, too, and unlike the others',
  (page) => {
    const clearing = { column: 2, row: 1, columns: 5, rows: 2 };
    const drawn = drawClosing(page);
    expectOneLine(drawn, { columns: 24, rows: 4, clearing, seed: '' });
    expect(drawn.dots).toBe(closingLine.dots);
    const others = closingPages.filter((other) => other !== page);
    expect(others.map((other) => drawClosing(other).path)).not.toContain(drawn.path);
  },
);

test('the fixed drawings have the colours of the tokens, and no file of an earlier version is left', () => {
  const { 'line-start': line, dot, 'on-accent': onAccent } = colours.light;
  const urls = Object.values(drawnFiles);
  const used = fixed.map((text, index) => [urls[index], text.match(/#[0-9A-F]{6}/g)]);
  expect(used, 'write these colours into these files of public/, and rename them').toEqual([
    [drawnFiles.lines, [line, dot]],
    [drawnFiles.footerEdge, [onAccent]],
  ]);
  expect(fixed[0]).toContain(`d="${markLine.path}"`);
  expect(fixed[0]?.split('"M32 32h0m64 0h0m64 0h0M32 96h0m64 0h0m64 0h0"')).toHaveLength(3); // in the symbol, and in the file itself
  expect(readdirSync(`${repo}/public/line`)).toHaveLength(fixed.length + 1); // and the ikat edge
});

test('every drawing in public/ has colours of the palette', () => {
  const palette = new Set<string>(Object.values(colours).flatMap((theme) => Object.values(theme)));
  const files = globSync(`${repo}/public/**/*.svg`);
  expect(files.length).toBeGreaterThan(fixed.length);
  const foreign = files.flatMap((file) => {
    const used = readFileSync(file, 'utf8').match(/#[0-9A-Fa-f]{3,8}\b/g) ?? [];
    return used.filter((colour) => !palette.has(colour)).map((colour) => `${colour} in ${file}`);
  });
  expect(foreign).toEqual([]);
});

/** Checks that a drawing of this many dots is within a view box. */
function expectWithin(viewBox: string, columns: number, rows: number): void {
  const [x = 1, y = 1, width = 0, height = 0] = viewBox.split(' ').map(Number);
  expect(Math.max(x, y)).toBeLessThanOrEqual(0);
  expect(Math.min(x + width - 64 * columns, y + height - 64 * rows)).toBeGreaterThanOrEqual(0);
}

/** Checks that the line, with straight pieces, crosses every square outside the clearing once and goes around the dots. */
function expectOneLine({ path, dots }: Kolam, { columns, rows, clearing }: KolamOptions): void {
  expect(path.length).toBeLessThanOrEqual(8192);
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
  const isWithin = (at: number, from = 0, length = 0) => at >= 2 * from && at < 2 * (from + length);
  const isCleared = (x: number, y: number) =>
    isWithin(x, clearing?.column, clearing?.columns) && isWithin(y, clearing?.row, clearing?.rows);
  // Four squares of half a cell meet at the dot of a cell.
  const squares = [...Array(2 * rows).keys()]
    .flatMap((y) => [...Array(2 * columns).keys()].map((x) => ({ x, y })))
    .filter(({ x, y }) => !isCleared(x, y));
  expect(crossed).toEqual(new Map(squares.map(({ x, y }) => [`${x} ${y}`, 1])));
  const places = squares
    .filter(({ x, y }) => x % 2 === 1 && y % 2 === 1)
    .map(({ x, y }) => ({ x: x * half, y: y * half }));
  expect(readDots(dots)).toEqual(places);
}

/** The corners of a closed path of `M`, `l`, `c`, `s` and `z`; each curve counts as a corner. */
function traceCorners(path: string): readonly Place[] {
  const readNumbers = (text = '') => (text.match(/-?\d+/g) ?? []).map(Number);
  const [, start, commands = ''] = /^M(-?\d+ ?-?\d+)((?:[lcs][-\d ]+)+)z$/.exec(path) ?? [];
  const [startX = Number.NaN, startY = Number.NaN] = readNumbers(start);
  let pen: Place = { x: startX, y: startY };
  let handle: readonly number[] = [0, 0];
  const corners: Place[] = [];
  // Two straight pieces have a corner between them; a straight piece and a curve have none.
  let afterStraight = false;
  for (const [, letter, text] of commands.matchAll(/([lcs])([^lcs]+)/g)) {
    const isStraight = letter === 'l';
    const given = letter === 's' ? [...handle, ...readNumbers(text)] : readNumbers(text);
    const [ax = 0, ay = 0, bx = 0, by = 0] = given;
    const [ex = 0, ey = 0] = given.slice(-2);
    if (isStraight && afterStraight) corners.push(pen);
    if (!isStraight) {
      // The point where the tangents at both ends meet.
      const [fx = 0, fy = 0, tx = 0, ty = 0] = [ax, ay, ex - bx, ey - by].map(Math.sign);
      const along = (ex * ty - ey * tx) / (fx * ty - fy * tx);
      corners.push({ x: pen.x + along * fx, y: pen.y + along * fy });
    }
    handle = isStraight ? [0, 0] : [ex - bx, ey - by];
    pen = { x: pen.x + ex, y: pen.y + ey };
    afterStraight = isStraight;
  }
  expect(pen, `one closed path: ${path}`).toEqual({ x: startX, y: startY });
  return afterStraight ? [...corners, pen] : corners;
}

/** The dots of a drawing: one at the start of each stroke, and one every 64 units along it. */
function readDots(path: string): readonly Place[] {
  let pen: Place = { x: 0, y: 0 };
  return [...path.matchAll(/([Mm])(\d+) (\d+)h(\d+)/g)].flatMap(([, letter, ...numbers]) => {
    const [x = 0, y = 0, length = 0] = numbers.map(Number);
    const from = letter === 'M' ? { x, y } : { x: pen.x + x, y: pen.y + y };
    pen = { x: from.x + length, y: from.y };
    const dots = [...Array(Math.ceil(length / 64)).keys()];
    return dots.map((dot) => ({ ...from, x: from.x + 64 * dot }));
  });
}
