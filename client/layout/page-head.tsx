import { useEffect } from 'react';
import {
  type HeadSubject,
  type HeadTag,
  listHeadTags,
  pageTagAttribute,
} from '#shared/head/head.ts';
import { useDocumentState } from '../data/document-state.ts';
import { usePage } from '../data/page-query.ts';

/** The tags that were last written into the document, as JSON. */
let written: string | undefined;

/**
 * Writes the title, description, canonical address and previews of a page after a client navigation. The server writes
 * the tags of the document.
 */
export function PageHead({ subject }: { readonly subject: HeadSubject | undefined }) {
  const page = usePage();
  const { site, socialImages } = useDocumentState();
  useEffect(() => {
    const tags = listHeadTags(page, site, subject, socialImages);
    const text = JSON.stringify(tags);
    written ??= text; // by the server
    const timer = setTimeout(() => {
      if (written !== text) replaceTags(tags);
      written = text;
    }); // after the page has been painted
    return () => clearTimeout(timer);
  }, [page, site, subject, socialImages]);
  return null;
}

function replaceTags(tags: readonly HeadTag[]): void {
  for (const old of document.head.querySelectorAll(`[${pageTagAttribute}]`)) old.remove();
  for (const { name, attributes, text: content = '' } of tags) {
    const element = document.createElement(name);
    element.setAttribute(pageTagAttribute, '');
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = content;
    document.head.append(element);
  }
}
