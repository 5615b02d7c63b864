import { eventEntries } from './content/events.ts';
import { questions } from './content/investor-faq.ts';
import { partners } from './content/partners.ts';
import { posts } from './content/posts.ts';
import { tagColours, tagNames } from './content/tags.ts';
import { team } from './content/team.ts';
import { site } from './site.ts';

/**
 * The lists that editors add to, as they are written. Nothing here is derived from them, so that they can be checked
 * before they are used.
 */
export const siteContent = {
  events: eventEntries,
  posts,
  team,
  partners,
  questions,
  tagNames,
  tagColours,
  social: site.social,
};

export type Content = Readonly<typeof siteContent>;
