import { useEffect } from 'react';
import {
  describeHead,
  type HeadSubject,
  type HeadTag,
  listHeadTags,
  pageTagAttribute,
} from '#shared/head.ts';
import { useDocumentState } from '../data/document-state.ts';
import { usePage } from '../data/page-query.ts';

/** The tags in the document, as they were written last. */
let written: string | undefined;

/**
 * Writes title, description, canonical address and previews of a page that is reached by a click. The server writes
 * those of the document. (React's own `<title>` and `<meta>` would be written into the root by the server, and stand
 * twice in a document whose root React renders anew.)
 */
export function PageHead({ subject }: { readonly subject: HeadSubject | undefined }) {
  const page = usePage();
  const { site, socialImages } = useDocumentState();
  useEffect(() => {
    const tags = listHeadTags(describeHead(page, site, subject, socialImages));
    const text = JSON.stringify(tags);
    written ??= text; // the server's
    const timer = setTimeout(() => {
      if (written !== text) replaceTags(tags);
      written = text;
    }); // After the paint of the page.
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
