import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { findErrorCode, ignoreMissing } from '../../describe-error.ts';
import type { Sender } from '../../newsletter-settings.ts';
import { makeFolder } from '../make-folder.ts';
import type { Mailer } from './mailer.ts';
import { writeMessage } from './mailer-smtp.ts';

/** Writes every mail to a file, and prints its link: the journey can be tried by hand. Nothing else shows a token. */
export function createCaptureMailer(
  folder: string,
  sender: Sender,
  print: (text: string) => void,
): Mailer {
  return {
    async send(mail) {
      const [id = ''] = mail.messageId.split('@');
      const file = join(folder, `${mail.kind}-${id}.eml`);
      try {
        const message = await writeMessage(mail, sender);
        await makeFolder(folder);
        await writeFile(`${file}.part`, message, { mode: 0o600, flush: true });
        await rename(`${file}.part`, file);
      } catch (error) {
        return { kind: 'server-fault', code: findErrorCode(error) ?? 'unknown' };
      }
      print(`\n  Mail captured in ${file}\n  ${mail.link}\n\n`);
      return { kind: 'sent' };
    },
    check: async () => {},
    close() {},
  };
}

/** The captured mails to one address, each as its file and the whole message (RFC 5322). */
export async function listCapturedMails(folder: string, key: string) {
  const found: { readonly file: string; readonly message: string }[] = [];
  for (const file of await listFiles(folder)) {
    const message = await readFile(file, 'utf8').catch(ignoreMissing);
    if (message !== undefined && readRecipient(message) === key) found.push({ file, message });
  }
  return found;
}

/** Deletes the captured mails to one address. @returns how many there were */
export async function deleteCapturedMails(folder: string, key: string): Promise<number> {
  const mails = await listCapturedMails(folder, key);
  for (const { file } of mails) await rm(file, { force: true });
  return mails.length;
}

/** Deletes captured mails older than this many milliseconds. @returns how many */
export async function deleteMailsOlderThan(folder: string, age: number): Promise<number> {
  let deleted = 0;
  for (const file of await listFiles(folder)) {
    const found = await stat(file).catch(ignoreMissing);
    if (found === undefined || found.mtimeMs > Date.now() - age) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Lists the files, also the `.part` files of processes that were killed while writing. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => join(folder, name));
}

/** The key of the address in the `To` header, which may be folded (RFC 5322, section 2.2.3). */
function readRecipient(message: string): string | undefined {
  const [head = ''] = message.split('\r\n\r\n', 1);
  const lines = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
  const to = lines.find((line) => line.toLowerCase().startsWith('to:')) ?? '';
  const email = parseEmailAddress(to.slice('to:'.length).trim());
  return email.kind === 'address' ? email.key : undefined;
}
