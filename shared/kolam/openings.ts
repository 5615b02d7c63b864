import type { KolamOptions } from './kolam.ts';

/*
 * Lines that are drawn from a seed once and stored with the fixed ones (`drawn-files.ts`); a test draws them again.
 * They become a lattice in their last third.
 */

const opening = {
  rows: 3,
  symmetry: 'top-bottom',
  straightening: { from: 0.45, to: 0.8 },
} as const;

/**
 * From a headline to the edge of the window, one for each page with a plain opening. The longer the headline the fewer
 * columns, so that all have about the same scale. Seed and density are chosen by eye: no two begin alike.
 */
export const openings = {
  about: { ...opening, columns: 18, seed: 'about-line' },
  contact: { ...opening, columns: 23, seed: 'contact-thread', density: 0.25 },
  events: { ...opening, columns: 9, seed: 'events-line', density: 0.8 },
  manifesto: { ...opening, columns: 26, seed: 'manifesto-line' },
  privacy: { ...opening, columns: 20, seed: 'privacy-line', density: 0.2 },
  terms: { ...opening, columns: 22, seed: 'terms' },
} as const satisfies Readonly<Record<string, KolamOptions>>;

export type OpeningName = keyof typeof openings;

/** The reading progress of the manifesto, below the header of a phone. */
export const readingLine = {
  ...opening,
  columns: 37,
  rows: 1,
  seed: 'reading',
  density: 0.6,
} as const satisfies KolamOptions;

/** The line beside the questions of the FAQ. */
export const questionsLine = {
  ...opening,
  columns: 10,
  seed: 'faq-3',
  density: 0.5,
} as const satisfies KolamOptions;

/** The part of such a drawing that does not depend on its line. */
export function formatOutline({ columns, rows }: Pick<KolamOptions, 'columns' | 'rows'>) {
  const lines = Array.from(
    { length: rows },
    (_, row) => `M32 ${32 + 64 * row}h${64 * columns - 63}`,
  );
  return {
    viewBox: `-6 -6 ${64 * columns + 12} ${64 * rows + 12}`,
    dots: lines.join(''),
  };
}
