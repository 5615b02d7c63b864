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
  socialImages: z.string().optional(),
});

/** The paths of the browser files, which `scripts/build.ts` writes. */
export type AssetManifest = z.infer<typeof schema> & {
  /** Changes with every change of the files, because their names contain hashes of their content. */
  readonly version: string;
};

/** The manifest of pages without browser code. */
export const noAssets: AssetManifest = {
  scripts: [],
  inlineScript: '',
  version: '',
};

/** Reads `manifest.json` in a build's folder, or throws. */
export function readAssetManifest(directory: string): AssetManifest {
  const text = readFileSync(join(directory, 'manifest.json'), 'utf8');
  const version = hash('sha256', text, 'base64url').slice(0, 8);
  return { ...schema.parse(JSON.parse(text)), version };
}
