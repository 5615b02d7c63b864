import { describeError } from '../../describe-error.ts';
import type { Edition } from '../store/store.ts';
import { CommandFailure, type CommandInput, exitCodes, printError } from './command.ts';
import { writePreview } from './send-test.ts';

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
  await store.resume(id); // Sending again means that the operator has corrected the cause of the pause.
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
