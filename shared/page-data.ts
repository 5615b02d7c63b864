import type { AboutTexts } from './content/about.ts';
import type { InvestorQuestion } from './content/investor-faq.ts';
import type { LegalText } from './content/legal-text.ts';
import type { ManifestoTexts } from './content/manifesto.ts';
import type { Partner } from './content/partners.ts';
import type { BlogPost } from './content/posts.ts';
import type { TeamMember } from './content/team.ts';
import type { EventsData } from './events/events-data.ts';
import type { WithNextEvent } from './events/next-event.ts';
import type { EventVentures } from './events/ventures.ts';
import type { PageOf } from './paging.ts';
import type { PageId } from './routes.ts';
import type { ThankYouKind } from './thank-you.ts';

/**
 * The content that a page shows at an address. The server writes it into the document, and for a page reached by a
 * click it sends the content alone (`/page-data/…`). So the browser's scripts contain no content.
 */
export type PageData =
  | EventsData
  | (WithNextEvent & {
      readonly pageId: 'home';
      /** The first of the team. */
      readonly people: readonly Pick<
        TeamMember,
        'id' | 'name' | 'role' | 'photoUrl' | 'photograph'
      >[];
      readonly table?: EventVentures | undefined;
      /** The day of the line, such as `2026-11-29`, in the network's zone. */
      readonly today: string;
    })
  | {
      readonly pageId: 'blog';
      readonly list: PageOf<BlogPost>;
      /** The address names a post that is not listed. */
      readonly isUnlisted?: boolean;
    }
  | (WithNextEvent & { readonly pageId: 'manifesto'; readonly texts: ManifestoTexts })
  | { readonly pageId: 'thank-you'; readonly kind: ThankYouKind }
  | (WithNextEvent & {
      readonly pageId: 'about';
      readonly texts: AboutTexts;
      readonly list: PageOf<TeamMember>;
      readonly partners: readonly Partner[];
    })
  | { readonly pageId: 'investor-faq'; readonly list: PageOf<InvestorQuestion> }
  | {
      readonly pageId: 'privacy' | 'terms';
      readonly text: LegalText;
      /** The day of "Last updated", such as `2026-11-20`. */
      readonly today: string;
    };

export type DataOf<Id extends PageData['pageId']> = Extract<PageData, { readonly pageId: Id }>;

/** Whether these are the data of a page. */
export function isDataOf<Id extends PageData['pageId']>(
  data: PageData | undefined,
  id: Id,
): data is DataOf<Id> {
  return data?.pageId === id;
}

/** The state of a page that depends on its address and the time. */
export interface AddressState {
  /** The row of this response. The address is not enough: `/%zz` is a 400, a failure a 500. */
  readonly pageId: PageId;
  /** The query of the data's canonical address, if it has one. A cache on the way may have ignored the asked query. */
  readonly search?: string;
  /** The build of the data. A browser with the code of another build loads the document. */
  readonly version: string;
  /** The beginning of its validity in milliseconds: the last change of the programme, the last midnight, or 0. */
  readonly validFrom: number;
  /** The end of its validity; missing where nothing changes. */
  readonly nextChange?: number;
  readonly data?: PageData;
}

/** The path of a page's data: `/page-data/events?month=october`. */
export function formatDataUrl(id: PageId, search: string): string {
  return `/page-data/${id}${search}`;
}
