import { type Content, siteContent } from './content.ts';
import { readEvents } from './events/event-entry.ts';
import { createProgramme, type Programme } from './events/programme.ts';
import { addPhotographs, type BuiltPhotographs, noPhotographs } from './photographs.ts';

/** What pages, feeds and calendars are made of. The application takes it as an argument. */
export interface SiteContent extends Pick<Content, 'posts' | 'team' | 'partners' | 'questions'> {
  readonly programme: Programme;
}

/** The content as editors write it, with what follows from it and what the build has made of its files. */
export function createSiteContent(
  { events, posts, team, partners, questions }: Content,
  photographs: BuiltPhotographs = noPhotographs,
): SiteContent {
  return {
    programme: createProgramme(addPhotographs(photographs.events, readEvents(events))),
    posts: addPhotographs(photographs.posts, posts),
    team: addPhotographs(photographs.team, team),
    partners,
    questions,
  };
}

/**
 * What the site publishes, without photographs: the build and `npm run dev` put the content with them in place of
 * this module (`scripts/build/server.ts`). Only the server, scripts and tests import it: a browser gets parts as data.
 */
export const publishedContent = createSiteContent(siteContent);
