import { formatEventsUrl, plainQuery } from './events/filter-query.ts';
import { countEventPages, type EventsData } from './events/events-data.ts';
import { describeListPage, type HeadSubject } from './head.ts';
import type { PageData } from './page-data.ts';
import type { PageOf } from './paging.ts';
import type { Page } from './routes.ts';

/** What the address of a page makes of it, for its head; undefined where that is what its row says. */
export function findSubject(page: Page, data: PageData | undefined): HeadSubject | undefined {
  switch (data?.pageId) {
    case 'events':
      return findEventsSubject(page, data);
    case 'blog':
      return findListSubject(page, data.posts);
    case 'about':
      return findListSubject(page, data.team);
    case 'investor-faq':
      return findListSubject(page, data.questions);
    default:
      return undefined;
  }
}

function findListSubject(page: Page, part: Pick<PageOf<unknown>, 'page' | 'pages'>): HeadSubject | undefined {
  return part.pages > 1 ? describeListPage(page, part) : undefined;
}

/** An open event, or a page of the whole list: what filters leave of it has no address for search engines. */
function findEventsSubject(page: Page, data: EventsData): HeadSubject | undefined {
  const { details, query } = data;
  if (details) {
    return {
      title: details.title,
      description: details.summary,
      path: formatEventsUrl({ ...plainQuery, event: details.slug }),
      image: `event-${details.slug}`,
    };
  }
  const isWhole = formatEventsUrl({ ...query, page: 1 }) === formatEventsUrl(plainQuery);
  return isWhole ? findListSubject(page, { page: query.page, pages: countEventPages(data) }) : undefined;
}
