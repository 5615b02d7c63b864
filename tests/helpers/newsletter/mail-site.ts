import assert from 'node:assert';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSite } from '#scripts/site/start-site.ts';
import { ownServer } from '../content/some-event.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { ArrivedMail } from './smtp.ts';

export type MailSite = Awaited<ReturnType<typeof startMailSite>>;

/** The built site on a server of its own, which captures its mails, until it is disposed of. */
export async function startMailSite() {
  const folder = await makeTemporaryFolder();
  const site = await startSite({ DATA_DIR: folder.path, LIMIT_PER_NETWORK: '1000' }, ownServer);
  return {
    origin: site.origin,
    /** The mail that has been captured for an address, when it has come. */
    waitForMail: (to: string) => waitForMail(join(folder.path, 'mail'), to),
    async [Symbol.asyncDispose]() {
      process.kill(site.pid); // Gracefully.
      assert.deepEqual(await site.ended, [0, null]);
      await folder.remove();
    },
  };
}

async function waitForMail(folder: string, to: string): Promise<ArrivedMail> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const source = sources.find((each) => each.includes(`To: ${to}\r\n`));
    if (source !== undefined) return { to, source };
  }
  throw new Error(`No mail has come for ${to}`);
}
