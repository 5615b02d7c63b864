import { type Content, siteContent } from './content.ts';
import { readEvents } from './events/event-entry.ts';
import { createProgramme, type Programme } from './events/programme.ts';

/** What pages, feeds and calendars are made of. The application takes it as an argument. */
export interface SiteContent extends Pick<Content, 'posts' | 'team' | 'partners' | 'questions'> {
  readonly programme: Programme;
}

/** The content as editors write it, with what follows from it. */
export function createSiteContent({
  events,
  posts,
  team,
  partners,
  questions,
}: Content): SiteContent {
  return { programme: createProgramme(readEvents(events)), posts, team, partners, questions };
}

/** What the site publishes. Only the server, scripts and tests import it: a browser gets parts as data. */
export const publishedContent = createSiteContent(siteContent);
