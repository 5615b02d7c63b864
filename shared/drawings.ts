import { formatDrawingPath, lineId, nameEmblem, nameFrame } from './drawing-files.ts';
import type { Kolam } from './kolam.ts';
import { notFoundWide, progressLine } from './kolam-drawings.ts';
import { emblem, heroNarrow, portraitFrame } from './kolam-emblems.ts';
import { heroWide, threeItems } from './kolam-home.ts';
import type { SiteContent } from './site-content.ts';

/*
 * The drawings of the pages by name. The mathematics is for the server and scripts alone: a document
 * contains the lines that it shows, and the browser takes those of other pages from files.
 */

/** The drawings that were made by hand. */
const fixed = {
  'hero-wide': heroWide,
  'hero-narrow': heroNarrow,
  'three-items': threeItems,
  'not-found-wide': notFoundWide,
  progress: progressLine,
} as const;

/** The seeds of what a page may show without loading a document. */
const messages = [
  'no-events',
  'calendar',
  'thank-you-interest',
  'thank-you-newsletter',
  'thank-you-general',
  'failure',
];

/** Draws the line of a name as the `d` of a path. @throws for a name that no drawing has */
export function drawLine(name: string): string {
  const [, kind, seed] = /^(emblem|frame)-(.*)$/s.exec(name) ?? [];
  if (kind !== undefined && seed !== undefined) {
    return (kind === 'emblem' ? emblem : portraitFrame)(decodeURIComponent(seed)).path;
  }
  const found = Object.entries(fixed).find(([known]) => known === name);
  if (!found) throw new Error(`There is no drawing ${name}`);
  return found[1]().path;
}

/** A file with the line of a drawing, for `<use>`: the page has the colours. */
export function renderDrawing(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg"><path id="${lineId}" pathLength="1000" d="${drawLine(name)}"/></svg>\n`;
}

/** The names of all drawings that a page of this content may show, each with the path of its file. */
export function listDrawings({ programme, posts, team, partners }: SiteContent) {
  const seeds = [
    ...programme.events.map(({ slug }) => slug),
    ...[...posts, ...partners].map(({ id }) => id),
    ...messages,
  ];
  const frames = team.map(({ name }) => nameFrame(name));
  const names = new Set([...Object.keys(fixed), ...seeds.map(nameEmblem), ...frames]);
  return [...names].map((name) => ({ name, path: formatDrawingPath(name) }));
}

/** What a page writes round a line: the same whatever the seed. */
export const outlines: Readonly<Record<string, () => Kolam>> = {
  heroWide,
  heroNarrow,
  threeItems,
  notFoundWide,
  progressLine,
  emblem: () => emblem(''),
  portraitFrame: () => portraitFrame(''),
};
