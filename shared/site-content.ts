import { type Content, siteContent } from './content.ts';
import { readEvents } from './events/event-entry.ts';
import { createProgramme, type Programme } from './events/programme.ts';
import { getPageSize, maxPageLength } from './paging.ts';
import { addPhotographs, type BuiltPhotographs, noPhotographs } from './photographs.ts';

/** What pages, feeds and calendars are made of. The application takes it as an argument. */
export interface SiteContent extends Pick<Content, 'posts' | 'team' | 'partners' | 'questions'> {
  readonly programme: Programme;
  /** Entries on a page of each list. */
  readonly pageSizes: Readonly<Record<'posts' | 'team' | 'questions', number>>;
}

/** The content as editors write it, with what follows from it and what the build has made of its files. */
export function createSiteContent(
  { events, posts, team, partners, questions }: Content,
  photographs: BuiltPhotographs = noPhotographs,
): SiteContent {
  const people = addPhotographs(photographs.team, team);
  const articles = addPhotographs(photographs.posts, posts);
  const hasPortraits = people.some(({ photograph }) => photograph);
  return {
    programme: createProgramme(addPhotographs(photographs.events, readEvents(events))),
    posts: articles,
    team: people,
    partners,
    questions,
    pageSizes: {
      posts: getPageSize(articles, maxPageLength.posts),
      team: getPageSize(people, maxPageLength[hasPortraits ? 'portraits' : 'team']),
      questions: getPageSize(questions, maxPageLength.questions),
    },
  };
}

/**
 * What the site publishes, without photographs: the build and `npm run dev` put the content with them in place of
 * this module (`scripts/build/server.ts`). Only the server, scripts and tests import it: a browser gets parts as data.
 */
export const publishedContent = createSiteContent(siteContent);
