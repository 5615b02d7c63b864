import { tagNames } from './content/tags.ts';

/** The specification's name of a category; editors add theirs. */
const names: typeof tagNames = { saas: 'SaaS', ...tagNames };

/** The name of a tag: its own, or its slug with capitals, `trade-fair` as `Trade Fair`. */
export function formatTag(tag: string): string {
  const name = Object.hasOwn(names, tag) ? names[tag] : undefined;
  const words = tag.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return name ?? words.join(' ');
}
