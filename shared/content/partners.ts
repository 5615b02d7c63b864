/*
 * The partner tiles on the about page, eight placeholders until there are names to show. To name a
 * partner, replace `name` and keep `id`, so that the tile keeps its drawing. README.md shows how to add
 * one.
 */

export interface Partner {
  /** Unique, lower-case words joined by hyphens: the seed of the tile's emblem. */
  readonly id: string;
  readonly name: string;
}

export const partners: readonly Partner[] = [
  { id: 'partner-1', name: 'Partner 1' },
  { id: 'partner-2', name: 'Partner 2' },
  { id: 'partner-3', name: 'Partner 3' },
  { id: 'partner-4', name: 'Partner 4' },
  { id: 'partner-5', name: 'Partner 5' },
  { id: 'partner-6', name: 'Partner 6' },
  { id: 'partner-7', name: 'Partner 7' },
  { id: 'partner-8', name: 'Partner 8' },
];
