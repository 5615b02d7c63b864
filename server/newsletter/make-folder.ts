import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findErrorCode } from '../describe-error.ts';

/** Makes a folder and its parents, for this account only. Below `/proc` Node's option `recursive` never ends. */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (findErrorCode(error) !== 'EEXIST') throw error; // another process was faster
  });
}
