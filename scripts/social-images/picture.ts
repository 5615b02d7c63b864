import { colours } from '#client/styles/tokens.ts';
import type { Event } from '#shared/events/event.ts';
import { formatPlace } from '#shared/events/event.ts';
import { findStatusLabel } from '#shared/events/event-words.ts';
import { formatDate, formatLeaf, formatTimeRange } from '#shared/format.ts';
import { drawKolam } from '#shared/kolam.ts';
import { mark } from '#shared/kolam-emblems.ts';
import type { Census } from '#shared/kolam-mirrors.ts';
import { escapeXml } from '#shared/resources/xml.ts';
import { socialImageSize } from '#shared/social-images.ts';
import { type SetTitle, setTitle } from './set-title.ts';

/** The faces by the names they carry in themselves: each weight is a family of its own. */
const faces = {
  title: 'Eczar',
  name: 'Eczar SemiBold',
  day: 'Eczar ExtraBold',
  text: 'Anek Latin Medium',
  strong: 'Anek Latin SemiBold',
} as const;

/** Width of a text in a face at 100 pixels. */
export type WidthOf = (text: string, face: string) => number;

interface PagePicture {
  /** The seed of its line. */
  readonly key: string;
  readonly siteName: string;
  readonly title: string;
  /** Stands below a title of one line, where there is room for it. */
  readonly description: string;
}

interface EventPicture extends Pick<PagePicture, 'key' | 'siteName'> {
  /** A `data:` address. */
  readonly photograph: string | undefined;
}

const { width, height } = socialImageSize;
const margin = 64;
/** Between the line and the edges of the sheet. */
const selvedge = 14;

/** A page on khadi: its name, and below it a line across the whole sheet. */
export function drawPagePicture(picture: PagePicture, widthOf: WidthOf): string {
  const title = setTitle(picture.title, {
    width: width - 2 * margin,
    sizes: [
      { size: 132, lines: 1 },
      { size: 108, lines: 2 },
      { size: 92, lines: 2 },
      { size: 76, lines: 3 },
      { size: 60, lines: 3 },
    ],
    widthOf: (text) => widthOf(text, faces.title),
  });
  const { text, muted } = colours.light;
  const inOneLine = title.lines.length === 1;
  const lead = setTitle(picture.description, {
    width: 880,
    sizes: [{ size: 32, lines: 2 }],
    widthOf: (words) => widthOf(words, faces.text),
  });
  return sheet('light', picture, [
    writeTitle(title, { x: margin, middle: inOneLine ? 204 : 266, ink: text }),
    ...(inOneLine ? lead.lines : []).map((line, index) =>
      label(line, { x: margin, y: 318 + index * 44, ink: muted, size: 32 }),
    ),
  ]);
}

/**
 * An event in the night's dyes: its photograph or its leaf of the calendar, its name, when and where, and whether
 * it has been moved or cancelled. Not that it is past: the picture is drawn once.
 */
export function drawEventPicture(
  event: Event,
  { key, siteName, photograph }: EventPicture,
  widthOf: WidthOf,
): string {
  const { startAt, endAt, timezone } = event;
  const x = photograph === undefined ? 384 : 466;
  const title = setTitle(event.title, {
    width: width - x - margin,
    sizes: [
      { size: 82, lines: 2 },
      { size: 72, lines: 2 },
      { size: 60, lines: 3 },
      { size: 48, lines: 3 },
    ],
    widthOf: (text) => widthOf(text, faces.title),
  });
  const { text, muted, action } = colours.dark;
  const status = setTitle(findStatusLabel(event) ?? '', {
    width: width - x - margin,
    sizes: [{ size: 31, lines: 1 }],
    widthOf: (text) => widthOf(text, faces.strong),
  }).lines;
  const facts = [
    `${formatDate(startAt, timezone)}, ${formatTimeRange(startAt, endAt, timezone)}`,
    formatPlace(event),
  ];
  return sheet('dark', { key, siteName }, [
    ...(photograph === undefined ? drawLeaf(event) : [drawPhotograph(photograph)]),
    writeTitle(title, { x, top: 132, ink: text }),
    ...status.map((words) =>
      label(words, { x, y: 330, ink: action, face: faces.strong, size: 31 }),
    ),
    ...facts.map((fact, line) =>
      label(fact, { x, y: 330 + (status.length + line) * 42, ink: muted, size: 31 }),
    ),
  ]);
}

function drawLeaf({ startAt, timezone }: Event): readonly string[] {
  const leaf = formatLeaf(startAt, timezone);
  const { text, muted, action } = colours.dark;
  return [
    drawFrame(268.5),
    `<path d="M${margin + 24} 186h220" stroke="${text}" stroke-width="2"/>`,
    label(leaf.month, { x: margin + 24, y: 172, ink: text, face: faces.strong, size: 26 }),
    label(leaf.weekday, { x: margin + 244, y: 172, ink: muted, size: 25, anchor: 'end' }),
    `<text x="${margin + 16}" y="340" font-family="${faces.day}" font-size="180" letter-spacing="-3" fill="${action}">${escapeXml(leaf.day)}</text>`,
  ];
}

/** In the frame of the leaf, which is wider then. */
function drawPhotograph(href: string): string {
  const image = `<image href="${href}" x="${margin}" y="132" width="357" height="238" preserveAspectRatio="xMidYMid slice"/>`;
  return image + drawFrame(355.5, 'none');
}

function drawFrame(across: number, fill: string = colours.dark.card): string {
  return `<rect x="${margin}.75" y="132.75" width="${across}" height="236.5" fill="${fill}" stroke="${colours.dark.hairline}" stroke-width="1.5"/>`;
}

/** What all pictures have: the ground, the mark with the name, and the line from edge to edge. */
function sheet(
  theme: 'light' | 'dark',
  { key, siteName }: Pick<PagePicture, 'key' | 'siteName'>,
  content: readonly string[],
): string {
  const { page, text, dot, 'line-start': start, 'line-end': end } = colours[theme];
  const drawing = drawLine(key);
  const scale = (width - 2 * selvedge) / drawing.width;
  const top = height - drawing.height * scale - selvedge;
  const { viewBox, path, dots } = mark();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="dye" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${drawing.width}" y2="0"><stop offset=".3" stop-color="${start}"/><stop offset=".78" stop-color="${end}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="${page}"/>
<svg x="${margin}" y="44" width="76" height="50" viewBox="${viewBox}" fill="none"><path d="${path}" stroke="${start}" stroke-width="15" stroke-linejoin="round"/><path d="${dots}" stroke="${dot}" stroke-width="24" stroke-linecap="round"/></svg>
<text x="${margin + 96}" y="80" font-family="${faces.name}" font-size="34" fill="${text}">${escapeXml(siteName)}</text>
${content.join('\n')}
<g transform="translate(${selvedge} ${top}) scale(${scale})" fill="none"><g transform="translate(${drawing.left} ${drawing.top})">
<path d="${drawing.path}" stroke="url(#dye)" stroke-width="5.4" stroke-linejoin="round"/>
<path d="${drawing.dots}" stroke="${dot}" stroke-width="10" stroke-linecap="round"/>
</g></g>
</svg>
`;
}

/** Twenty by three dots, kolam to lattice, its mirrors from the seed: every picture has its own line. */
function drawLine(seed: string) {
  const margins = [4, 8, 4, 4] as const;
  const drawing = drawKolam({
    columns: 20,
    rows: 3,
    seed,
    symmetry: 'top-bottom',
    density: 0.5,
    straightening: { along: 'x', from: 0.42, to: 0.76 },
    accept: isWoven,
    margins,
  });
  return { ...drawing, top: margins[0], left: margins[3] };
}

/** A cloth and no row of holes: mostly crossings, and hardly a mirror that parts left from right. */
function isWoven({ crossings, horizontal, vertical }: Census): boolean {
  return crossings >= 2 * (horizontal + vertical) && vertical <= 2 && horizontal >= 6;
}

interface Place {
  readonly x: number;
  /** Where the middle of the lines is, or where their first capitals begin. */
  readonly middle?: number;
  readonly top?: number;
  readonly ink: string;
}

/** Eczar's capitals are 0.655 of its size. */
function writeTitle({ lines, size }: SetTitle, { x, middle = 0, top, ink }: Place): string {
  const leading = size * 1.04;
  const centred = middle + size * 0.31 - ((lines.length - 1) * leading) / 2;
  const first = top === undefined ? centred : top + size * 0.655;
  return lines
    .map(
      (line, index) =>
        `<text x="${x - size * 0.03}" y="${first + index * leading}" font-family="${faces.title}" font-weight="700" font-size="${size}" letter-spacing="${-size * 0.02}" fill="${ink}">${escapeXml(line)}</text>`,
    )
    .join('\n');
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  readonly size: number;
  readonly face?: string;
  readonly anchor?: 'start' | 'end';
}

function label(
  text: string,
  { x, y, ink, size, face = faces.text, anchor = 'start' }: Label,
): string {
  return `<text x="${x}" y="${y}" font-family="${face}" font-size="${size}" text-anchor="${anchor}" fill="${ink}">${escapeXml(text)}</text>`;
}
