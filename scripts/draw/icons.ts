import { Resvg } from '@resvg/resvg-js';
import { colours } from '#client/styles/tokens.ts';
import { fixedLines } from '#shared/drawings.ts';
import { selvedge } from '#shared/kolam-drawings.ts';
import { mark } from '#shared/kolam-emblems.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const LINE = 'fill="none" stroke-linejoin="round"';
const DOTS = 'fill="none" stroke-linecap="round"';

/** In units of the drawing: the line leaves the dots room from 16 px up. */
const MARK_LINE = 15;
const MARK_DOTS = 24;

/**
 * The mark for `<use href="…#mark">`: its colours come from the page through `--mark-line` and
 * `--mark-dots`. Opened on its own, the file shows the mark in its own colours. With it the fixed lines,
 * by name; each counts as 1,000 long (`line.tsx`).
 */
export function drawLines(): string {
  const { viewBox, width, height, path, dots } = mark();
  const { 'line-start': line, dot } = colours.light;
  const lines = Object.entries(fixedLines).map(
    ([name, draw]) => `<path id="${name}" pathLength="1000" d="${draw().path}"/>`,
  );
  return `<svg ${SVG} viewBox="${viewBox}" width="${2 * width}" height="${2 * height}">
<symbol id="mark" viewBox="${viewBox}">
<path ${LINE} stroke="var(--mark-line, currentColor)" stroke-width="${MARK_LINE}" d="${path}"/>
<path ${DOTS} stroke="var(--mark-dots, currentColor)" stroke-width="${MARK_DOTS}" d="${dots}"/>
</symbol>
<defs>
${lines.join('\n')}
</defs>
<use href="#mark" x="3" y="2" width="${width}" height="${height}" color="${line}"/>
<path ${DOTS} stroke="${dot}" stroke-width="${MARK_DOTS}" d="${dots}"/>
</svg>
`;
}

/** Pixels; `footer.tsx` shows it at this height. */
const SELVEDGE_HEIGHT = 104;

/**
 * The line at the foot of every page, repeated along a picture of any width: a picture, and not a
 * mask, because only pictures are fetched when they come near (`loading="lazy"`).
 */
export function drawSelvedge(): string {
  const { viewBox, width, height, path } = selvedge();
  const [x = 0, y = 0] = viewBox.split(' ').map(Number);
  const scale = SELVEDGE_HEIGHT / height;
  const tile = `patternTransform="scale(${scale})" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`;
  return `<svg ${SVG} width="100%" height="${SELVEDGE_HEIGHT}"><pattern id="line" patternUnits="userSpaceOnUse" ${tile}><path ${LINE} stroke="${colours.light['on-band']}" stroke-width="3" d="${path}"/></pattern><rect width="100%" height="100%" fill="url(#line)"/></svg>\n`;
}

/**
 * The mark in the browser's tab. At 16 px a half cell is 2.5 px and the box begins half a pixel in,
 * so all six dots fall on whole pixels; at 32 px everything does. In a dark tab it takes the colours
 * that it has on the dark band, since coral and marigold run together at this size.
 */
export function drawFavicon(): string {
  const { path, dots } = mark();
  const { light, dark } = colours;
  return `<svg ${SVG} viewBox="-6.4 -32 204.8 204.8">
<style>
path { fill: none; stroke: ${light['line-start']}; stroke-width: ${MARK_LINE} }
.dots { stroke: ${light.dot}; stroke-width: 25.6; stroke-linecap: round }
@media (prefers-color-scheme: dark) {
path { stroke: ${dark.text} }
.dots { stroke: ${dark.dot} }
}
</style>
<path d="${path}"/>
<path class="dots" d="${dots}"/>
</svg>
`;
}

/** The mark on paper for a home screen; within the circle to which a launcher may cut it. */
export function drawIcon(size: number): Buffer {
  // The mark is 184 × 120 units: its corners are 110 from the middle, and the circle that always
  // stays visible has a radius of 40 % of the width (W3C, Web App Manifest, "maskable").
  return rasterise(drawMarkOn(colours.light.card, '-42 -74 276 276'), size);
}

/** For browsers that ask for /favicon.ico whatever the page says: one PNG of 32 px. */
export function drawFaviconIco(): Buffer {
  const png = rasterise(drawMarkOn('none', '-6.4 -38.4 204.8 204.8'), 32);
  // An icon with one picture, 32 by 32 pixels, one colour plane, 32 bits per pixel; its length and its place.
  const header = Buffer.from('0000010001002020000001002000'.padEnd(44, '0'), 'hex');
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function drawMarkOn(ground: string, viewBox: string): string {
  const { path, dots } = mark();
  const { 'line-start': line, dot } = colours.light;
  const [x, y, width, height] = viewBox.split(' ');
  return `<svg ${SVG} viewBox="${viewBox}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/><path ${LINE} stroke="${line}" stroke-width="${MARK_LINE}" d="${path}"/><path ${DOTS} stroke="${dot}" stroke-width="${MARK_DOTS}" d="${dots}"/></svg>`;
}

function rasterise(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}
