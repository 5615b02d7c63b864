import { colours } from '#client/styles/tokens.ts';
import { fixedLines } from '#shared/drawings.ts';
import { drawMark, drawSelvedge } from '#shared/kolam-drawings.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const LINE = 'fill="none" stroke-linejoin="round"';
const DOTS = 'fill="none" stroke-linecap="round"';

/** In units of the drawing. The icons in `public/` have the same. */
const MARK_LINE = 15;
const MARK_DOTS = 24;

/**
 * The mark for `<use href="…#mark">`: its colours come from the page through `--mark-line` and
 * `--mark-dots`. Opened on its own, the file shows the mark in its own colours. With it the fixed lines,
 * by name; each counts as 1,000 long (`line.tsx`).
 */
export function renderLines(): string {
  const { viewBox, width, height, path, dots } = drawMark();
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
export function renderSelvedge(): string {
  const { viewBox, width, height, path } = drawSelvedge();
  const [x = 0, y = 0] = viewBox.split(' ').map(Number);
  const scale = SELVEDGE_HEIGHT / height;
  const tile = `patternTransform="scale(${scale})" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`;
  return `<svg ${SVG} width="100%" height="${SELVEDGE_HEIGHT}"><pattern id="line" patternUnits="userSpaceOnUse" ${tile}><path ${LINE} stroke="${colours.light['on-band']}" stroke-width="3" d="${path}"/></pattern><rect width="100%" height="100%" fill="url(#line)"/></svg>\n`;
}
