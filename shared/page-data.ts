import type { InvestorQuestion } from './content/investor-faq.ts';
import type { Partner } from './content/partners.ts';
import type { BlogPost } from './content/posts.ts';
import type { TeamMember } from './content/team.ts';
import type { EventsData } from './events/events-data.ts';
import type { PageOf } from './paging.ts';
import type { PageId } from './routes.ts';

interface BlogData {
  readonly pageId: 'blog';
  readonly posts: PageOf<BlogPost>;
}

interface AboutData {
  readonly pageId: 'about';
  readonly team: PageOf<TeamMember>;
  readonly partners: readonly Partner[];
}

interface QuestionsData {
  readonly pageId: 'investor-faq';
  readonly questions: PageOf<InvestorQuestion>;
}

/**
 * The content that a page shows at an address. The server writes it into the document, and sends it by
 * itself at `/page-data/…` for a page that is reached by a click: the content is no part of the browser's
 * scripts.
 */
export type PageData = EventsData | BlogData | AboutData | QuestionsData;

/** The data of one page. */
export type DataOf<Id extends PageData['pageId']> = Extract<PageData, { readonly pageId: Id }>;

/** Whether data are those of a page. */
export function isDataOf<Id extends PageData['pageId']>(
  data: PageData | undefined,
  id: Id,
): data is DataOf<Id> {
  return data?.pageId === id;
}

/** Where the data of a page are, as a path: `/page-data/events?month=october`. */
export function formatDataUrl(id: PageId, search: string): string {
  return `${dataPath}${id}${search}`;
}

/** In front of a page's id. */
export const dataPath = '/page-data/';
