/*
 * The partner tiles on the about page: eight places, open until they have names. To name a partner, add its `name` and
 * keep `id`, so that the tile keeps its drawing. README.md shows how to add one.
 */

export interface Partner {
  /** Unique, lower-case words joined by hyphens: the seed of the tile's emblem. */
  readonly id: string;
  /** Undefined for an open partner tile. */
  readonly name?: string;
}

export const partners: readonly Partner[] = [
  { id: 'partner-1' },
  { id: 'partner-2' },
  { id: 'partner-3' },
  { id: 'partner-4' },
  { id: 'partner-5' },
  { id: 'partner-6' },
  { id: 'partner-7' },
  { id: 'partner-8' },
];
