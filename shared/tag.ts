import { tagNames } from './content/tags.ts';
import { capitalise } from './dates/format.ts';

/** The name of a tag: its own, or its slug with capitals, `trade-fair` as `Trade Fair`. */
export function formatTag(tag: string): string {
  const name = Object.hasOwn(tagNames, tag) ? tagNames[tag] : undefined;
  return name ?? tag.split('-').map(capitalise).join(' ');
}
