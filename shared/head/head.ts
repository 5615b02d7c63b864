import { formatListUrl } from '../paging.ts';
import { getPageById, type Page, type PageId } from '../routes.ts';
import {
  describeSocialImage,
  formatSocialImagePath,
  hasSocialImage,
  type SocialImageKey,
  type SocialImagesHash,
} from './social-images.ts';

/** What the query of an address adds to a page's head: one event of the programme, for example. */
export interface HeadSubject {
  readonly title: string;
  readonly description: string;
  /** Path and query, in canonical spelling. */
  readonly path: string;
  readonly image: SocialImageKey;
  /** Path and query of the canonical address, if it has a query: a page of a list, or an event of a long list. */
  readonly canonical?: string;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  /** Adds to the alternative text of the picture: a cancellation, the photograph. */
  readonly labels?: readonly (string | undefined)[];
}

/** The head of a page of a list, since each page has an address of its own; undefined where there is only one. */
export function findListSubject(
  id: PageId,
  { page, pages }: { readonly page: number; readonly pages: number },
): HeadSubject | undefined {
  const { path = '/', title, description } = getPageById(id);
  if (pages === 1) return undefined;
  const isFirst = page === 1;
  return {
    title: isFirst ? title : `${title}, page ${page}`,
    description: isFirst ? description : `${description} Page ${page} of ${pages}.`,
    path: formatListUrl(path, page),
    canonical: formatListUrl(path, page),
    previous: isFirst ? undefined : formatListUrl(path, page - 1),
    next: page < pages ? formatListUrl(path, page + 1) : undefined,
    image: id,
  };
}

/** A tag of the head that changes with the page. */
export interface HeadTag {
  readonly name: 'title' | 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Marks these tags in the document, so that the browser can replace them. */
export const pageTagAttribute = 'data-page';

/**
 * The tags of a page's head that change with the page, for the server's document and for a page that is reached by a
 * click. Addresses begin with the configured origin: see `addresses.ts`.
 *
 * @param site its name and its origin without a slash at the end
 * @param subject what the page is about, where its query says so
 * @param images the hash of the pictures that have been built
 */
export function listHeadTags(
  page: Page,
  site: { readonly name: string; readonly origin: string },
  subject?: HeadSubject,
  images?: SocialImagesHash,
): readonly HeadTag[] {
  const { title, description } = subject ?? page;
  const text = page.id === 'home' ? `${site.name}: ${title}` : `${title} · ${site.name}`;
  const tags: HeadTag[] = [{ name: 'title', attributes: {}, text }];
  const addMeta = (key: 'name' | 'property', name: string, content: string) => {
    tags.push({ name: 'meta', attributes: { [key]: name, content } });
  };
  const addLink = (rel: string, path: string | undefined) => {
    if (path !== undefined)
      tags.push({ name: 'link', attributes: { rel, href: site.origin + path } });
  };
  addMeta('name', 'description', description);
  addLink('canonical', subject?.canonical ?? page.path);
  addLink('prev', subject?.previous);
  addLink('next', subject?.next);
  if (!page.indexed) addMeta('name', 'robots', 'noindex');
  if (page.path === undefined) return tags;
  // Open Graph (ogp.me). The properties that all pages share are in `server/render/document-template.ts`.
  addMeta('property', 'og:title', title);
  addMeta('property', 'og:description', description);
  // The address to share. It names the open event, which the canonical address of a short list does not.
  addMeta('property', 'og:url', site.origin + (subject?.path ?? page.path));
  if (images === undefined || !hasSocialImage(page)) return tags;
  const image = formatSocialImagePath(subject?.image ?? page.id, images);
  addMeta('property', 'og:image', site.origin + image);
  addMeta('property', 'og:image:alt', describeSocialImage(title, subject?.labels));
  return tags;
}
