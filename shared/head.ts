import type { Page } from './routes.ts';
import {
  describeSocialImage,
  formatSocialImagePath,
  hasSocialImage,
  type SocialImageKey,
  type SocialImagesHash,
} from './social-images.ts';

/** What `<head>` says about a page. */
export interface Head {
  readonly title: string;
  readonly description: string;
  /** Absolute address without the query; undefined where the page has no address of its own. */
  readonly canonical: string | undefined;
  readonly indexed: boolean;
  /** What other sites show beside a link to this address (ogp.me); undefined as above. */
  readonly preview: Preview | undefined;
}

export interface Preview {
  readonly title: string;
  readonly description: string;
  /** The address that is shared. It names the open event, which the canonical address does not. */
  readonly url: string;
  readonly image: { readonly url: string; readonly alt: string } | undefined;
}

/** What the query of an address makes of a page: one event of the programme, for example. */
export interface HeadSubject {
  readonly title: string;
  readonly description: string;
  /** Path and query, in canonical spelling. */
  readonly path: string;
  readonly image: SocialImageKey;
  /** What its picture says besides the title, such as that an event is cancelled. */
  readonly label?: string | undefined;
}

/**
 * The head of a page. The canonical address comes from the configured origin, never from the Host
 * header, which a stranger chooses.
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
): Head {
  const { title, description } = subject ?? page;
  return {
    title: page.id === 'home' ? `${site.name}: ${title}` : `${title} · ${site.name}`,
    description,
    canonical: page.path !== undefined ? new URL(page.path, site.origin).href : undefined,
    indexed: page.indexed,
    preview:
      page.path === undefined
        ? undefined
        : {
            title,
            description,
            url: new URL(subject?.path ?? page.path, site.origin).href,
            image:
              images === undefined || !hasSocialImage(page)
                ? undefined
                : {
                    url: new URL(
                      formatSocialImagePath(subject?.image ?? page.id, images),
                      site.origin,
                    ).href,
                    alt: describeSocialImage(title, subject?.label),
                  },
          },
  };
}
