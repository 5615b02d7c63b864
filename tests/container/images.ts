import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { imageSettings } from './buildah.ts';

/** Where `run.ts` puts what it has built. */
export const workFolder = resolve(import.meta.dirname, '../../node_modules/.cache/container');

/** Files of one machine that lie in the checkout of an operator or a developer, and reach no build. */
export const decoys = [
  '.env',
  '.git/config',
  'data/newsletter.sqlite',
  'data/secret',
  'node_modules/left/index.js',
  'scripts/deploy/.env',
  'scripts/deploy/backups/newsletter.sql',
  'scripts/deploy/tls/privkey.pem',
  'server/.env',
  'server/.env.production',
  'server/signing.key',
  'shared/newsletter.sqlite-wal',
  'client/node_modules/left/index.js',
  'tests/secret.txt',
] as const;

const imagesOf = z.object({
  /** Whether the base image is the stand-in. */
  isStandIn: z.boolean(),
  firstSettings: imageSettings,
  secondSettings: imageSettings,
});
export type Images = z.infer<typeof imagesOf>;

export function readImages(): Images {
  return imagesOf.parse(JSON.parse(readFileSync(join(workFolder, 'images.json'), 'utf8')));
}
