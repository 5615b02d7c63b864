import { thankYou } from '../content/thank-you.ts';
import type { SiteContent } from '../site-content.ts';
import {
  formatDrawingPath,
  lineId,
  nameClosing,
  nameEmblem,
  namePortraitRing,
} from './drawing-files.ts';
import { drawKolam, type Kolam } from './kolam.ts';
import type { PlaceCounts } from './mirrors.ts';

/*
 * The drawings of pages that come from a seed; the fixed ones are files (`drawn-files.ts`). A document contains the
 * lines of its own events, posts, partners and people; the browser loads those of other pages from files.
 */

/** The pages with a line at their end (`closing-band.tsx`). */
export const closingPages = ['about', 'blog', 'events', 'investor-faq', 'manifesto'] as const;

/** The seeds of the messages, which a page may show without loading a document. */
const messages = [
  ...Object.keys(thankYou.messages).map((kind) => `thank-you-${kind}`),
  ...['no-events', 'calendar', 'failure'],
];

/**
 * A cache of lines by name: drawing one takes a third of a millisecond, and every render of a list needs the lines of
 * its entries. All names come from the content, so the map stays small.
 */
const lines = new Map<string, string>();

/** Draws the line of a name (`nameEmblem`, `namePortraitRing`, `nameClosing`) as the `d` of a path. */
export function drawLine(name: string): string {
  const [, kind, seed = ''] = /^(emblem|portrait-ring|closing)-(.*)$/s.exec(name) ?? [];
  const draw =
    kind === 'closing' ? drawClosing : kind === 'portrait-ring' ? drawPortraitRing : drawEmblem;
  const line = lines.get(name) ?? draw(decodeURIComponent(seed)).path;
  lines.set(name, line);
  return line;
}

/** An SVG file with the line of a drawing, for `<use>`: the page sets the colours. */
export function renderDrawing(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg"><path id="${lineId}" d="${drawLine(name)}"/></svg>\n`;
}

/** The names of all drawings that a page of this content may show, each with the path of its file. */
export function listDrawings({ programme, posts, team, partners }: SiteContent) {
  const seeds = [
    ...programme.events.map(({ slug }) => slug),
    ...[...posts, ...partners].map(({ id }) => id),
    ...messages,
  ];
  const rings = team.map(({ name }) => namePortraitRing(name));
  const closings = closingPages.map(nameClosing);
  const names = new Set([...seeds.map(nameEmblem), ...rings, ...closings]);
  return [...names].map((name) => ({ name, path: formatDrawingPath(name) }));
}

/** The emblem of an event, a post or a partner: 5 × 4 dots, the same in all four quarters. */
export function drawEmblem(seed: string): Kolam {
  return drawKolam({ columns: 5, rows: 4, seed, accept: isVaried });
}

/** A ring around a portrait, symmetric left to right; it leaves 4 × 5 of 6 × 7 cells empty. */
export function drawPortraitRing(seed: string): Kolam {
  return drawKolam({
    columns: 6,
    rows: 7,
    clearing: { column: 1, row: 1, columns: 4, rows: 5 },
    seed,
    symmetry: 'left-right',
    density: 0.4,
  });
}

/** The line at the end of a page, which turns from a kolam into a lattice and leaves 5 × 2 cells empty. */
export function drawClosing(page: string): Kolam {
  return drawKolam({
    columns: 24,
    rows: 4,
    clearing: { column: 2, row: 1, columns: 5, rows: 2 },
    seed: `closing-${page}`,
    symmetry: 'top-bottom',
    straightening: { from: 0.3, to: 0.6 },
  });
}

/** Whether a drawing is varied: some crossings, and mirrors of both kinds. */
function isVaried({ crossings, horizontal, vertical }: PlaceCounts): boolean {
  return crossings >= 7 && crossings <= 15 && Math.abs(horizontal - vertical) <= 8;
}
