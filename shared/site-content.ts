import { type Content, siteContent } from './content.ts';
import { addPhotographs, type BuiltPhotographs, noPhotographs } from './design/photographs.ts';
import { readEvents } from './events/event-entry.ts';
import { createProgramme, type Programme } from './events/programme.ts';

/** The content of pages, feed and calendars. The application takes it as an argument. */
export interface SiteContent extends Pick<Content, 'posts' | 'team' | 'partners' | 'questions'> {
  /** The instant at which it was put together: replicas of one build have the same. */
  readonly publishedAt: string;
  readonly programme: Programme;
}

/** The content as editors write it, with what is derived from it and the files that the build has made. */
export function createSiteContent(
  { events, posts, team, partners, questions }: Content,
  photographs: BuiltPhotographs = noPhotographs,
  publishedAt = new Date(),
): SiteContent {
  return {
    publishedAt: publishedAt.toISOString(),
    programme: createProgramme(addPhotographs(photographs.events, readEvents(events))),
    posts: addPhotographs(photographs.posts, posts),
    team: addPhotographs(photographs.team, team),
    partners,
    questions,
  };
}

/**
 * The site's published content, without photographs: the build and `npm run dev` replace this module with the content
 * and its photographs (`scripts/build/server.ts`). Only the server, scripts and tests import it. A browser gets parts
 * of it as data.
 */
export const publishedContent = createSiteContent(siteContent);
