import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attemptTimeout } from '../mail/timing.ts';
import type { Edition, QueuedMail } from '../store/store.ts';
import { CommandFailure, type CommandInput, exitCodes } from './command.ts';

type Sending = Pick<CommandInput, 'compose' | 'mailer'>;

/** Not an address, so that the unsubscribe link of a test works and removes nobody. */
const nobody = 'a test';

/** Makes an edition's mail to one reader, without an outbox. */
export function makeMail({ id, subject, text, html }: Edition, address: string): QueuedMail {
  const queue = { id: randomUUID(), lease: '', batch: id };
  const words = { subject: `[Test] ${subject}`, text, html };
  return { ...queue, ...words, kind: 'edition', subscriberId: '', address, key: nobody };
}

/**
 * Sends an edition to one address, exactly as a subscriber gets it, except for `[Test]` in front of the subject and a
 * link that unsubscribes nobody. Stores nothing.
 *
 * @throws when the mail server does not accept it
 */
export async function sendTest(
  edition: Edition,
  address: string,
  { compose, mailer }: Sending,
): Promise<void> {
  if (!mailer) throw new CommandFailure('MAIL is off: nothing can be sent');
  const mail = compose(makeMail(edition, address), '');
  const outcome = await mailer.send(mail, AbortSignal.timeout(attemptTimeout));
  if (outcome.kind === 'sent') return;
  throw new CommandFailure(`The mail server did not take it (${outcome.kind}): ${outcome.code}`);
}

/** `send --to`: one test mail of an edition. */
export async function sendTestEdition(edition: Edition, address: string, input: CommandInput) {
  await sendTest(edition, address, input);
  const text = `Sent to ${address} as a test: nothing is stored, and its link unsubscribes nobody.`;
  input.print({ edition: edition.id, to: address }, text);
  return exitCodes.done;
}

/**
 * Writes a preview of the mail into two new files, HTML and text.
 *
 * @returns their names
 * @throws when the system's folder for temporary files cannot be written
 */
export async function writePreview(edition: Edition, { compose }: Sending) {
  const mail = compose(makeMail(edition, 'reader@example.com'), '');
  const folder = await mkdtemp(join(tmpdir(), 'newsletter-'));
  const files = { html: join(folder, 'edition.html'), text: join(folder, 'edition.txt') };
  await writeFile(files.html, mail.html);
  await writeFile(files.text, mail.text);
  return files;
}
