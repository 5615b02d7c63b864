import { createContext, useContext } from 'react';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import { type AddressState, type DataOf, isDataOf, type PageData } from '#shared/page-data.ts';
import type { Site } from '#shared/site.ts';
import type { SocialImagesHash } from '#shared/social-images.ts';

/**
 * Everything that the browser needs from the server to render the same page. The server writes it into the document
 * as JSON (`server/render/document-head.ts`).
 */
export interface PageState extends AddressState {
  readonly site: Site;
  readonly socialImages: SocialImagesHash;
  /** For the newsletter's button or a rejected address; and on every page where mails are captured. */
  readonly newsletter?: NewsletterState;
}

export const PageStateContext = createContext<PageState | undefined>(undefined);

/** The state of the current page. Throws outside a `PageStateContext`: a programming error. */
export function usePageState(): PageState {
  const state = useContext(PageStateContext);
  if (!state) throw new Error('usePageState needs a PageStateContext above it');
  return state;
}

/** The site, with the values of this deployment. */
export function useSite(): Site {
  return usePageState().site;
}

/** The data of a page. Throws on any other page: a programming error. */
export function usePageData<Id extends PageData['pageId']>(id: Id): DataOf<Id> {
  const { data } = usePageState();
  if (!isDataOf(data, id)) throw new Error(`The data of page "${id}" are missing`);
  return data;
}

/** The moment for which the programme is shown, the same on server and browser: milliseconds. */
export function useMoment(): number {
  return usePageState().moment;
}
