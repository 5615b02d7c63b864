import { eventEntries } from './content/events.ts';
import { type InvestorQuestion, questions } from './content/investor-faq.ts';
import { type Partner, partners } from './content/partners.ts';
import { type BlogPost, posts } from './content/posts.ts';
import { type TagColours, tagColours } from './content/tags.ts';
import { type TeamMember, team } from './content/team.ts';
import type { EventEntry } from './events/event-entry.ts';
import { type SocialLink, site } from './site.ts';

/** The lists that editors add to. */
export interface Content {
  readonly events: readonly EventEntry[];
  readonly posts: readonly BlogPost[];
  readonly team: readonly TeamMember[];
  readonly partners: readonly Partner[];
  readonly questions: readonly InvestorQuestion[];
  readonly tagColours: Readonly<Record<string, { light: TagColours; dark: TagColours }>>;
  readonly social: readonly SocialLink[];
}

/**
 * The site's content as it is written. Nothing here is derived from it, so that it can be checked before it is used.
 */
export const siteContent: Content = {
  events: eventEntries,
  posts,
  team,
  partners,
  questions,
  tagColours,
  social: site.social,
};
