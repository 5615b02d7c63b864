import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findErrorCode, ignoreMissing } from '../../describe-error.ts';
import { minSecretLength } from '../../newsletter-settings.ts';
import { makeFolder } from '../make-folder.ts';

/** The secret's file in DATA_DIR, for an environment without a secret. Back it up with the rest of DATA_DIR. */
const fileName = 'secret';

/** The secret in a folder, made once: two processes that start together end up with the same one. */
export async function getSecret(directory: string): Promise<string> {
  const known = await readSecret(directory);
  if (known !== undefined) return known;
  await makeFolder(directory);
  // Its name has no process id: in containers that share the folder every server is process 1.
  const draft = join(directory, `${fileName}.${randomUUID()}`);
  const made = `${randomBytes(32).toString('base64url')}\n`;
  await writeFile(draft, made, { mode: 0o600, flush: true }); // Flushed, as the data that it encrypts are.
  try {
    await link(draft, join(directory, fileName)); // Complete, or EEXIST: another process was faster.
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const stored = await readSecret(directory);
  if (stored === undefined) throw new Error(`No secret can be stored in ${directory}`);
  return stored;
}

/** The secret in a folder, or undefined where none has been made. */
export async function readSecret(directory: string): Promise<string | undefined> {
  const file = join(directory, fileName);
  const secret = (await readFile(file, 'utf8').catch(ignoreMissing))?.trim();
  if (secret === undefined || secret.length >= minSecretLength) return secret;
  throw new Error(
    `${file} is damaged: put the copy from the backup back, or delete it; then unsubscribe links of old mails stop working and suppressed addresses are not recognised`,
  );
}
