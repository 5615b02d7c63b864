import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError } from '../../describe-error.ts';
import { attemptTimeout } from '../mail/timing.ts';
import type { Edition, QueuedMail } from '../store/store.ts';
import { CommandFailure, type CommandInput, exitCodes, printError } from './command.ts';

type Sending = Pick<CommandInput, 'compose' | 'mailer'>;

/** Not an address, so that the unsubscribe link of a test works and removes nobody. */
const nobody = 'a test';

/** Subscribers per transaction: few enough that a visitor who subscribes does not wait. */
const chunk = 1_000;

/** Queues an edition for all confirmed subscribers; the server sends it. Again it queues nobody twice. */
export async function sendEdition(
  edition: Edition,
  input: CommandInput & { readonly faults: readonly string[] },
) {
  const { store, mailer, mailRate, mailInterval, flags, print, faults } = input;
  const { id } = edition;
  const closedAt = await store.findClosing(id);
  if (closedAt !== undefined) {
    const date = new Date(closedAt).toISOString().slice(0, 10);
    throw new CommandFailure(
      `This edition was closed on ${date}: the list of its recipients is deleted, so everybody would receive it twice. Other words are another edition`,
    );
  }
  const before = await store.countRecipients(id);
  if (flags['dry-run']) {
    const wouldReceive = before.confirmed - before.sent;
    const preview = await writePreview(edition, input).catch((error: unknown) =>
      printError(`What they would get cannot be written: ${describeError(error)}`),
    );
    const lines = [
      `${wouldReceive} would receive it; ${before.sent} have it. Nothing was sent.`,
      ...(preview ? [`Look at it: ${preview.html}`, `and as text: ${preview.text}`] : []),
    ];
    print({ edition: id, ...before, wouldReceive, faults, ...preview }, lines.join('\n'));
    return exitCodes.done;
  }
  if (!mailer) throw new CommandFailure('MAIL is off: nothing can be sent');

  await store.addEdition(edition);
  await store.resumeEdition(id); // Sending again means that the operator has corrected the cause of the pause.
  let afterId: string | undefined = '';
  while (afterId !== undefined) afterId = await store.queueEdition(id, afterId, chunk);
  const { queued, sent } = await store.countRecipients(id);
  const { waiting } = await store.getBacklog();
  const endsAt =
    mailInterval === undefined ? null : new Date(Date.now() + waiting * mailInterval).toISOString();
  const end =
    endsAt === null
      ? 'as fast as the mail server takes them'
      : `until ${endsAt} (MAIL_RATE=${mailRate})`;
  const text = `${queued - before.queued} queued now, ${queued} in all, ${sent} of them sent. The server sends those that wait as it runs, ${end}: see stats.`;
  print({ edition: id, queued: queued - before.queued, total: queued, sent, endsAt, faults }, text);
  return exitCodes.done;
}

/** Makes an edition's mail to one reader, without an outbox. */
export function makeMail({ id, subject, text, html }: Edition, address: string): QueuedMail {
  const words = { subject: `[Test] ${subject}`, text, html };
  const reader = { subscriberId: '', address, key: nobody };
  return { id: randomUUID(), kind: 'edition', editionId: id, ...words, ...reader };
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
async function writePreview(edition: Edition, { compose }: Sending) {
  const mail = compose(makeMail(edition, 'reader@example.com'), '');
  const folder = await mkdtemp(join(tmpdir(), 'newsletter-'));
  const files = { html: join(folder, 'edition.html'), text: join(folder, 'edition.txt') };
  await writeFile(files.html, mail.html);
  await writeFile(files.text, mail.text);
  return files;
}
