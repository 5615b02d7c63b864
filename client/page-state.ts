import { createContext, useContext } from 'react';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import type { PageId } from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import type { SocialImagesHash } from '#shared/social-images.ts';

/**
 * What the browser needs from the server to render the same page. The server writes it into the document as JSON (`server/render/document-head.ts`).
 */
export interface PageState {
  /** The row of this response. The address is not enough: `/%zz` is a 400, a crash a 500. */
  readonly pageId: PageId;
  /** The site as this deployment names it. */
  readonly site: Site;
  /** Today in the organisation's time zone, `2026-11-20`. */
  readonly today: string;
  /** The last change of the programme, in milliseconds (`shared/events/phase.ts`). */
  readonly moment: number;
  /** Hash of the social images, which the head links to. */
  readonly socialImages: SocialImagesHash;
  /** Only on the responses of the newsletter. */
  readonly newsletter?: NewsletterState;
}

const PageStateContext = createContext<PageState | undefined>(undefined);

export const PageStateProvider = PageStateContext.Provider;

/** The state of the current page. Throws outside a `PageStateProvider`: a programming error. */
export function usePageState(): PageState {
  const state = useContext(PageStateContext);
  if (!state) throw new Error('usePageState needs a PageStateProvider above it');
  return state;
}

/** The site as this deployment names it. */
export function useSite(): Site {
  return usePageState().site;
}

/** The moment at which the programme is shown, the same on server and browser: milliseconds. */
export function useMoment(): number {
  return usePageState().moment;
}
