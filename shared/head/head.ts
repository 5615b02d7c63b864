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

/**
 * The head of a page. Its addresses begin with the configured origin: see `addresses.ts`.
 *
 * @param site its name and its origin without a slash at the end
 * @param subject what the page is about, where its query says so
 * @param images the hash of the pictures that have been built
 */
export function describeHead(
  page: Page,
  site: { readonly name: string; readonly origin: string },
  subject?: HeadSubject,
  images?: SocialImagesHash,
) {
  const { title, description } = subject ?? page;
  const toUrl = (path: string) => site.origin + path;
  const findUrl = (path: string | undefined) => (path === undefined ? undefined : toUrl(path));
  const image =
    images === undefined || !hasSocialImage(page)
      ? undefined
      : {
          url: toUrl(formatSocialImagePath(subject?.image ?? page.id, images)),
          alt: describeSocialImage(title, subject?.labels),
        };
  return {
    title: page.id === 'home' ? `${site.name}: ${title}` : `${title} · ${site.name}`,
    description,
    /** Absolute address, including the page of a list; undefined where the page has no address of its own. */
    canonical: findUrl(subject?.canonical ?? page.path),
    /** The pages of the list before and after this one, absolute. */
    previous: findUrl(subject?.previous),
    next: findUrl(subject?.next),
    indexed: page.indexed,
    /** What other sites show beside a link to this address (ogp.me); undefined as above. */
    preview:
      page.path === undefined
        ? undefined
        : {
            title,
            description,
            /** The address to share. It names the open event, which the canonical address of a short list does not. */
            url: toUrl(subject?.path ?? page.path),
            image,
          },
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

/** The tags of a head, for the server's document and for a page that is reached by a click. */
export function listHeadTags(head: ReturnType<typeof describeHead>): readonly HeadTag[] {
  const { preview } = head;
  const tags: HeadTag[] = [{ name: 'title', attributes: {}, text: head.title }];
  const addMeta = (key: 'name' | 'property', name: string, content: string | undefined) => {
    if (content !== undefined) tags.push({ name: 'meta', attributes: { [key]: name, content } });
  };
  const addLink = (rel: string, href: string | undefined) => {
    if (href !== undefined) tags.push({ name: 'link', attributes: { rel, href } });
  };
  addMeta('name', 'description', head.description);
  addLink('canonical', head.canonical);
  addLink('prev', head.previous);
  addLink('next', head.next);
  addMeta('name', 'robots', head.indexed ? undefined : 'noindex');
  // Open Graph (ogp.me). The properties that all pages share are in `server/render/document-template.ts`.
  addMeta('property', 'og:title', preview?.title);
  addMeta('property', 'og:description', preview?.description);
  addMeta('property', 'og:url', preview?.url);
  addMeta('property', 'og:image', preview?.image?.url);
  addMeta('property', 'og:image:alt', preview?.image?.alt);
  return tags;
}
