import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { ArrivedMail } from './smtp.ts';

/** The newest mail that a server has captured for an address, when it has come. */
export async function waitForMail(dataFolder: string, to: string): Promise<ArrivedMail> {
  const folder = join(dataFolder, 'mail');
  let found: ArrivedMail | undefined;
  await expect(async () => {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.eml')) continue;
      const source = await readFile(join(folder, name), 'utf8');
      if (source.includes(`To: ${to}\r\n`)) found = { to, source };
    }
    expect(found).toBeDefined();
  }).toPass({ timeout: 20_000 });
  if (!found) throw new Error('No mail has come');
  return found;
}
