import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findErrorCode } from '../../describe-error.ts';
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
