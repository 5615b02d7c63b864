import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SocialImagesHash } from '#shared/social-images.ts';

const schema = z.object({
  entry: z.string(),
  preload: z.array(z.string()),
  pages: z.record(z.string(), z.array(z.string())),
  inlineScript: z.string(),
  stylesheet: z.string().optional(), // A development build writes none.
  socialImages: z.string().optional(), // A development build draws none.
});

/** The browser files of each page, as paths. `scripts/build.ts` writes it. */
export interface AssetManifest {
  /** The module that hydrates; undefined without a build (tests). */
  readonly entry: string | undefined;
  /** The scripts that the entry imports. */
  readonly preload: readonly string[];
  /** The further scripts of each page, by the page's name. */
  readonly pages: Readonly<Partial<Record<string, readonly string[]>>>;
  /** The rules of every class. */
  readonly stylesheet?: string | undefined;
  /** The inline script (`client/boot/`), exactly as in the head; empty without a build. */
  readonly inlineScript: string;
  readonly socialImages?: SocialImagesHash;
  /** Of the build: the names of its files hold the hashes of their content. */
  readonly version: string;
}

/** For pages without browser code; they are complete without it. */
export const noAssets: AssetManifest = {
  entry: undefined,
  preload: [],
  pages: {},
  inlineScript: '',
  version: '',
};

/**
 * Reads `manifest.json` in a build's folder.
 *
 * @throws when the file is missing or malformed; in production that stops the start
 */
export function readAssetManifest(directory: string): AssetManifest {
  const text = readFileSync(join(directory, 'manifest.json'), 'utf8');
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  return { ...schema.parse(JSON.parse(text)), version };
}
