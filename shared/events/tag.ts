/** The tags that have a colour of their own (specification, section 9). */
const tagNames = {
  'investor-circle': 'Investor Circle',
  bootcamp: 'Bootcamp',
  delegation: 'Delegation',
  offline: 'Offline',
  online: 'Online',
  saas: 'SaaS',
} as const;

export type ColouredTag = keyof typeof tagNames;

/** Whether a tag slug has a colour of its own. */
export function isColouredTag(tag: string): tag is ColouredTag {
  return Object.hasOwn(tagNames, tag);
}

/** The name of a tag for people. A tag without an entry is shown by its slug: `trade-fair` as `Trade Fair`. */
export function formatTag(tag: string): string {
  if (isColouredTag(tag)) return tagNames[tag];
  return tag
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
