import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SocialImagesHash } from '#shared/social-images.ts';

const schema = z.object({
  entry: z.string(),
  preload: z.array(z.string()),
  pages: z.record(z.string(), z.array(z.string())),
  inlineScript: z.string(),
  socialImages: z.string().optional(), // A development build draws none.
});

/** Which browser files a page needs, as paths; written by `scripts/build.ts`. */
export interface AssetManifest {
  /** The module that hydrates, or undefined where nothing has been built (tests). */
  readonly entry: string | undefined;
  /** What the entry imports. */
  readonly preload: readonly string[];
  /** What each page adds to that. */
  readonly pages: Readonly<Partial<Record<string, readonly string[]>>>;
  /** The code of `client/boot/`, exactly as it stands in the head; empty where nothing has been built. */
  readonly inlineScript: string;
  readonly socialImages?: SocialImagesHash;
}

/** Pages without browser code: complete all the same. */
export const noAssets: AssetManifest = {
  entry: undefined,
  preload: [],
  pages: {},
  inlineScript: '',
};

/**
 * Reads `manifest.json` in a build's folder.
 *
 * @throws when it is missing or malformed, which stops the boot in production
 */
export function readAssetManifest(directory: string): AssetManifest {
  return schema.parse(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')));
}
