import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const schema = z.object({
  /** The scripts, the same on every page; the first one hydrates. Empty without a build (tests). */
  scripts: z.array(z.string()),
  /** The inline script (`client/boot/`), exactly as in the head; empty without a build. */
  inlineScript: z.string(),
  /** The file with the rules of every class, for client navigation. Without it every page has all rules. */
  stylesheet: z.string().optional(),
  /** The hash of the social images; a development build draws none. */
  socialImages: z.string().optional(),
});

/** The paths of the browser files. `scripts/build.ts` writes it. */
export type AssetManifest = z.infer<typeof schema> & {
  /** Changes with every change of the files, because their names contain hashes of their content. */
  readonly version: string;
};

/** For pages without browser code, which work without it. */
export const noAssets: AssetManifest = {
  scripts: [],
  inlineScript: '',
  version: '',
};

/**
 * Reads `manifest.json` in a build's folder.
 *
 * @throws if the file is missing or malformed; in production the server then does not start
 */
export function readAssetManifest(directory: string): AssetManifest {
  const text = readFileSync(join(directory, 'manifest.json'), 'utf8');
  const version = hash('sha256', text, 'base64url').slice(0, 8);
  return { ...schema.parse(JSON.parse(text)), version };
}
