import { createElement, type ReactElement } from 'react';
import { formatDate, formatLeaf, formatTimeRange } from '#shared/dates/format.ts';
import { colours } from '#shared/design/palette.ts';
import { type Event, formatPlace } from '#shared/events/event.ts';
import { findStatusLabel } from '#shared/events/event-words.ts';
import { socialImageSize } from '#shared/head/social-images.ts';
import { drawKolam } from '#shared/kolam/kolam.ts';
import { markLine } from '#shared/kolam/mark-line.ts';
import type { PlaceCounts } from '#shared/kolam/mirrors.ts';
import type { Page } from '#shared/routes.ts';

/* The layout of the pictures, in the HTML and CSS that satori understands. */

type Part = ReactElement | string | undefined;

/** An element with its styles as CSS. satori requires `display: flex` for a box with several parts. */
function box(css: string, ...parts: readonly Part[]): ReactElement {
  return createElement('div', { style: parseCss(`display: flex; ${css}`) }, ...parts);
}

/** Text in the width of its box; longer text is cut. */
function text(css: string, words: string): ReactElement {
  return box(`width: 100%; overflow: hidden; word-break: break-word; ${css}`, words);
}

function image(css: string, src: string): ReactElement {
  return createElement('img', { src, style: parseCss(css) });
}

function drawing(css: string, svg: string): ReactElement {
  return image(css, `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}

function parseCss(css: string): Readonly<Record<string, string>> {
  const declarations = css.split(';').map((each) => each.split(':'));
  return Object.fromEntries(
    declarations.map(([name = '', value = '']) => [
      name.trim().replace(/-\w/g, (letter) => letter.slice(1).toUpperCase()),
      value.trim(),
    ]),
  );
}

const titleFace = 'font-family: Eczar, Eczar ext; font-weight: 700; line-height: 1.04';

/** A box that cuts only above 24 pixels over its top: vowels of Devanagari are above such a low line. */
const raised = 'margin-top: -24px; padding-top: 24px';

/** A title in the largest of the sizes, in pixels by the number of characters that fit, or cut. */
function setTitle(title: string, sizes: Readonly<Record<number, number>>): ReactElement {
  const lengths = Object.keys(sizes).map(Number); // in ascending order
  const most = lengths.find((length) => title.length <= length) ?? Math.max(...lengths);
  return text(
    `${titleFace}; ${raised}; font-size: ${sizes[most]}px; letter-spacing: -0.02em; text-wrap: balance`,
    title.length <= most ? title : `${title.slice(0, most - 1).toWellFormed()}…`,
  );
}

const oneLine = 'white-space: nowrap; text-overflow: ellipsis';

/**
 * A page on a light background: its name, and below it a line across the whole picture.
 *
 * @param words of the page itself, below its name in small type: one sentence, or titles, of which three fit
 */
export function drawPagePicture(
  { id, title, description }: Page,
  siteName: string,
  words: readonly string[] = [],
): ReactElement {
  const [sentence = '', ...others] = words;
  const isShort = title.length <= 15;
  const lead = `margin-top: 12px; color: ${colours.light.muted}`;
  const content =
    words.length === 0
      ? [
          setTitle(title, { 15: 132, 26: 108, 46: 92, 100: 60 }),
          isShort ? text(lead, description) : undefined,
        ]
      : [
          text(`${titleFace}; margin-bottom: 14px; color: ${colours.light.action}`, title),
          ...(others.length === 0
            ? [setTitle(sentence, { 40: 80, 62: 66, 105: 56, 150: 46 })]
            : words.slice(0, 3).map(drawEntry)),
        ];
  return composePicture(
    { theme: 'light', seed: id, siteName },
    box(
      'width: 100%; flex-direction: column; justify-content: center; font-size: 32px; line-height: 1.35',
      ...content,
    ),
  );
}

/** A title in a list, with a rule above it. */
function drawEntry(title: string): ReactElement {
  return text(
    `${titleFace}; ${oneLine}; font-weight: 600; font-size: 40px; padding: 14px 0 8px; border-top: 1.5px solid ${colours.light.hairline}`,
    title,
  );
}

/** An event with its photograph as a `data:` URL. It does not say whether it is past, because it is drawn once. */
export function drawEventPicture(event: Event, siteName: string, photograph?: string) {
  const { startAt, endAt } = event;
  const { muted, action, hairline, card } = colours.dark;
  const status = findStatusLabel(event);
  const frame = `height: 238px; border: 1.5px solid ${hairline}; background-color: ${card}`;
  return composePicture(
    { theme: 'dark', seed: event.slug, siteName },
    photograph === undefined
      ? drawLeaf(event, frame)
      : image(`${frame}; width: 357px; object-fit: cover`, photograph),
    box(
      `width: ${photograph === undefined ? 752 : 670}px; height: 304px; margin-left: 48px; flex-direction: column; font-size: 31px; line-height: 1.35; color: ${muted}`,
      box(
        `height: 178px; ${raised}; flex-shrink: 0; overflow: hidden; color: ${colours.dark.text}`,
        setTitle(event.title, { 26: 82, 40: 72, 60: 54, 90: 44 }),
      ),
      status ? text(`${oneLine}; font-weight: 600; color: ${action}`, status) : undefined,
      text(oneLine, `${formatDate(startAt)}, ${formatTimeRange(startAt, endAt)}`),
      text(oneLine, formatPlace(event)),
    ),
  );
}

function drawLeaf({ startAt }: Event, frame: string): ReactElement {
  const { month, weekday, day } = formatLeaf(startAt);
  const { text: ink, muted, action } = colours.dark;
  return box(
    `${frame}; width: 270px; padding: 12px 23px; flex-direction: column`,
    box(
      `justify-content: space-between; font-size: 26px; border-bottom: 2px solid ${ink}`,
      text(`width: 100px; font-weight: 600; color: ${ink}`, month),
      text(`justify-content: flex-end; color: ${muted}`, weekday),
    ),
    text(
      `${titleFace}; font-weight: 800; font-size: 180px; margin: 22px 0 0 -8px; color: ${action}`,
      day,
    ),
  );
}

/** The dots of the line, in the outline of the mark. */
const markDots = 'M32 32h129M32 96h129';

/** The parts of all pictures: the background, the mark with the name, and the line of this seed from edge to edge. */
function composePicture(
  { theme, seed, siteName }: { theme: 'light' | 'dark'; seed: string; siteName: string },
  ...content: readonly Part[]
): ReactElement {
  const { page, text: ink, dot, 'line-start': start, 'line-end': end } = colours[theme];
  const { width, height } = socialImageSize;
  const line = drawLine(seed);
  const across = width - 2 * 14;
  const down = (across * lineSize.height) / lineSize.width;
  const svg = (viewBox: string, parts: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none" stroke-linejoin="round">${parts}</svg>`;
  const dots = (path: string, across: number) =>
    `<path d="${path}" stroke="${dot}" stroke-width="${across}" stroke-linecap="round" stroke-dasharray="0 64"/>`;
  const gradient = `<linearGradient id="gradient" gradientUnits="userSpaceOnUse" x1="0" x2="${lineSize.width}"><stop offset=".3" stop-color="${start}"/><stop offset=".78" stop-color="${end}"/></linearGradient>`;
  return box(
    `width: ${width}px; height: ${height}px; background-color: ${page}; color: ${ink}; font-family: Anek Latin, Anek Latin ext; font-weight: 500`,
    drawing(
      'position: absolute; left: 64px; top: 44px; width: 76px; height: 50px',
      svg(
        markLine.viewBox,
        `<path d="${markLine.path}" stroke="${start}" stroke-width="15"/>${dots(markDots, 24)}`,
      ),
    ),
    text(
      `${titleFace}; ${raised}; ${oneLine}; font-weight: 600; font-size: 34px; position: absolute; left: 160px; top: 50px`,
      siteName,
    ),
    drawing(
      `position: absolute; left: 14px; bottom: 14px; width: ${across}px; height: ${down}px`,
      svg(
        `-4 -4 ${lineSize.width} ${lineSize.height}`,
        `${gradient}<path d="${line.path}" stroke="url(#gradient)" stroke-width="5.4"/>${dots(line.dots, 10)}`,
      ),
    ),
    box('position: absolute; left: 64px; top: 132px; width: 1072px; height: 240px', ...content),
  );
}

/** The size of the line, with space for its stroke: 8 at the right, 4 at each other side. */
const lineSize = { width: 20 * 64 + 12, height: 3 * 64 + 8 };

/** Twenty by three dots, kolam to lattice, with mirrors from the seed: every picture has its own line. */
function drawLine(seed: string) {
  return drawKolam({
    columns: 20,
    rows: 3,
    seed,
    symmetry: 'top-bottom',
    density: 0.5,
    straightening: { from: 0.42, to: 0.76 },
    accept: isMostlyCrossings,
  });
}

/** Whether the line has mostly crossings, and few vertical mirrors. */
function isMostlyCrossings({ crossings, horizontal, vertical }: PlaceCounts): boolean {
  return crossings >= 2 * (horizontal + vertical) && vertical <= 2 && horizontal >= 6;
}
