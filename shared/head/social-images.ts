import type { Page, PageId } from '../routes.ts';

/**
 * The pictures that other sites show beside a link to ours, 1200 × 630, drawn by the build
 * (`scripts/social-images/`). They share one hash, the first 8 hexadecimal digits of the SHA-256 of all of them, so
 * that a page contains 8 characters and not a list. Undefined without a build.
 */
export type SocialImagesHash = string | undefined;

/** The subject of a picture: a page, or an event by its slug. */
export type SocialImageKey = PageId | `event-${string}`;

export const socialImageSize = { width: 1200, height: 630 } as const;

/** Whether a page has a picture: it has an address of its own and is not in a frame. */
export function hasSocialImage({ path, embedded }: Page): boolean {
  return path !== undefined && !embedded;
}

/** The path of a picture: `/social/<key>-<hash>.png`. */
export function formatSocialImagePath(key: SocialImageKey, hash: string): string {
  return `/social/${key}-${hash}.png`;
}

/** The alternative text of the picture. */
export function describeSocialImage(
  title: string,
  labels: readonly (string | undefined)[] = [],
): string {
  const line = 'Below it, a drawn line: loops around dots at the left, a lattice at the right.';
  return [title, ...labels.map((label) => label?.replace(/\.$/, '')), line]
    .filter(Boolean)
    .join('. ');
}
