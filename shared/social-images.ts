import type { PageId } from './routes.ts';

/**
 * The pictures that other sites show beside a link to ours, 1200 × 630, drawn by the build
 * (`scripts/build/social-images.ts`): by key the first 8 hexadecimal digits of the file's SHA-256.
 * Empty where nothing has been built.
 */
export type SocialImages = Readonly<Record<string, string>>;

/** What the picture's address and hash are known by: a page, or an event by its slug. */
export type SocialImageKey = PageId | `event-${string}`;

export const socialImageSize = { width: 1200, height: 630 } as const;

/** The path of a picture, or undefined where the build has none. */
export function findSocialImagePath(images: SocialImages, key: SocialImageKey): string | undefined {
  const hash = images[key];
  return hash === undefined ? undefined : formatSocialImagePath(key, hash);
}

/** `/social/<key>-<hash>.png`. */
export function formatSocialImagePath(key: string, hash: string): string {
  return `/social/${key}-${hash}.png`;
}

/** What the picture shows, for those who do not see it. */
export function describeSocialImage(title: string): string {
  return `${title}. Below, one line winds round its dots, from a kolam to a lattice.`;
}
