import type { DehydratedState } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { SocialImagesHash } from '#shared/head/social-images.ts';
import type { NewsletterState } from '#shared/newsletter/subscription.ts';
import type { AddressState } from '#shared/page-data.ts';
import type { Site } from '#shared/site.ts';

/** Id of the element that contains the state, at the end of the document. */
export const documentStateId = 'document-state';

/**
 * Everything that the browser needs from the server to render the same page. The server writes it into the document
 * as JSON (`server/render/document-template.ts`).
 */
export interface DocumentState {
  /** The page that the server has chosen, with its data. An error page has no address of its own. */
  readonly page: AddressState;
  readonly site: Site;
  readonly socialImages: SocialImagesHash;
  /** Missing on most pages, unless mails are captured or the newsletter is off. */
  readonly newsletter?: NewsletterState;
  /** The results of parts that the page did not wait for. */
  readonly deferred?: DehydratedState;
}

export const DocumentStateContext = createContext<DocumentState | undefined>(undefined);

/** The state that the server wrote into this document. Throws outside a `DocumentStateContext`: a programming error. */
export function useDocumentState(): DocumentState {
  const state = useContext(DocumentStateContext);
  if (!state) throw new Error('useDocumentState needs a DocumentStateContext above it');
  return state;
}

/** Whether there is no newsletter, because the operator has written MAIL=off. */
export function useNewsletterOff(): boolean {
  return useDocumentState().newsletter?.isOff ?? false;
}

/** The site, with the values of this deployment. */
export function useSite(): Site {
  return useDocumentState().site;
}
