import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { ignoreMissing } from './describe-error.ts';

export interface Release {
  readonly version: string;
  /** The commit that was built, with `-dirty` if files had changed; without git the hash of the build. */
  readonly commit: string;
}

/** The file beside the build with its commit. `scripts/build/release.ts` writes it. */
export const releaseFile = 'release.json';

const schema = z.object({ commit: z.string() });

/** Reads the release of the build in a folder. */
export function readRelease(directory: string, buildHash: string): Release {
  const { version } = packageJson;
  try {
    const text = readFileSync(join(directory, releaseFile), 'utf8');
    return { version, commit: schema.parse(JSON.parse(text)).commit };
  } catch (error) {
    ignoreMissing(error);
    return { version, commit: buildHash || 'development' };
  }
}
