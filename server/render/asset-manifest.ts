import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const schema = z.object({
  /** The scripts, the same on every page; the first one hydrates. None without a build (tests). */
  scripts: z.array(z.string()),
  /** The classes whose rules are in a page's head, by its file without `-page.tsx`; in development all rules are. */
  classes: z.record(z.string(), z.array(z.string())).optional(),
  /** The inline script (`client/boot/`), exactly as in the head; empty without a build. */
  inlineScript: z.string(),
  /** The rules of every class, for the pages that a visitor reaches by a click. */
  stylesheet: z.string().optional(),
  /** The hash of the pictures for social networks; a development build draws none. */
  socialImages: z.string().optional(),
});

/** The browser files, as paths. `scripts/build.ts` writes it. */
export type AssetManifest = z.infer<typeof schema> & {
  /** Of the build: the names of its files hold the hashes of their content. */
  readonly version: string;
};

/** For pages without browser code; they are complete without it. */
export const noAssets: AssetManifest = {
  scripts: [],
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
  const version = hash('sha256', text, 'base64url').slice(0, 8);
  return { ...schema.parse(JSON.parse(text)), version };
}
