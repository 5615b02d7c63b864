import type { Site } from './site.ts';

/*
 * Stable identifiers for calendars, feed readers, search engines and mail filters. They derive from `identity` and
 * never from an address, so that programs do not show everything twice after the site has moved.
 */

type Identity = Pick<Site, 'identity'>;

/** A tag URI (RFC 4151), such as `tag:setucircle.example,2025:blog/a-post`. */
export function formatTagUri(path: string, { identity: { domain, year } }: Identity): string {
  return `tag:${domain},${year}:${path}`;
}

/** An event in calendars. Not a tag URI: some programs do not unescape its comma. */
export function formatEventUid(
  { slug }: { readonly slug: string },
  { identity }: Identity,
): string {
  return `${slug}@${identity.domain}`;
}

/** A post in the feed and in structured data. */
export function formatPostId({ id }: { readonly id: string }, site: Identity): string {
  return formatTagUri(`blog/${id}`, site);
}

/** The newsletter as a mailing list (RFC 2919): a domain that no other list has. */
export function formatListId({ identity: { domain } }: Identity): string {
  return `newsletter.${domain}`;
}
