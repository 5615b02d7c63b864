import { attemptTimeout } from '../mail/timing.ts';
import type { Edition, EditionCounts } from '../store/store.ts';
import type { StoreWithKeys } from '../store-and-outbox.ts';
import {
  CommandFailure,
  exitCodes,
  failUsage,
  type OpenedInput,
  printError,
  readAddress,
} from './command.ts';
import { makeMail, readEdition } from './edition.ts';
import { findEditionFaults } from './edition-faults.ts';
import { formatEdition } from './stats.ts';

type Sending = Pick<StoreWithKeys, 'compose' | 'mailer'>;

/** Subscribers per transaction: few enough that a visitor who subscribes does not wait. */
const chunk = 1_000;

/** `send`: checks an edition, and then counts, sends a test or queues it. */
export async function send(input: OpenedInput) {
  const { config, flags } = input;
  const { subject, text, html, to, 'dry-run': isTrial } = flags;
  if (subject === undefined || text === undefined)
    return failUsage('send takes --subject "…" and --text FILE');
  if (to !== undefined && isTrial) failUsage('send takes --to or --dry-run, not both');
  const address = to === undefined ? undefined : readAddress(to);
  if (!config.newsletter.isConfigured)
    failUsage(
      'Set the variables of the server, such as SMTP_URL: without them the mails would become files, and could not be sent any more. MAIL=capture does that on purpose',
    );
  const edition = await readEdition({ subject, text, html }, config.site.name);
  const faults = findEditionFaults(edition, input);
  for (const fault of faults) printError(fault);
  if (address !== undefined) return sendTestEdition(edition, address, input);
  return isTrial ? printPreview(edition, faults, input) : sendEdition(edition, faults, input);
}

/** Queues an edition for all confirmed subscribers; the server sends it. Again it queues nobody twice. */
async function sendEdition(edition: Edition, faults: readonly string[], input: OpenedInput) {
  const { store, mailer, mailRate, mailInterval, print } = input;
  const { id } = edition;
  await findSendable(id, input);
  if (!mailer) throw new CommandFailure('MAIL is off: nothing can be sent');
  const before = await store.countRecipients(id);
  await store.addEdition(edition);
  let afterId: string | undefined = '';
  while (afterId !== undefined) afterId = await store.queueEdition(id, afterId, chunk);
  const { queued: total } = await store.countRecipients(id);
  const counts = (await store.listEditions()).find((each) => each.id === id);
  if (!counts) throw new CommandFailure('This edition has just been closed');
  const { sent, waiting, givenUp } = counts;
  const queued = total - before.queued;
  const { waiting: all } = await store.getBacklog();
  const endsAt =
    mailInterval === undefined ? null : new Date(Date.now() + all * mailInterval).toISOString();
  const end = endsAt
    ? `until ${endsAt} (MAIL_RATE=${mailRate})`
    : 'as fast as the mail server takes them';
  const text = `${queued} queued now, ${total} in all: ${sent} sent, ${waiting} waiting, ${givenUp} given up. ${describeNext(counts, end)}`;
  print({ edition: id, queued, total, sent, waiting, givenUp, endsAt, faults }, text);
  return exitCodes.done;
}

function describeNext({ id, waiting, givenUp, pausedAt }: EditionCounts, end: string): string {
  if (waiting === 0 && givenUp > 0) return `"resume ${id}" tries again what was given up.`;
  if (waiting === 0) return 'Nothing remains to be done.';
  if (pausedAt !== null) return `It is paused, so that nothing is sent: "resume ${id}" goes on.`;
  return `The server sends those that wait as it runs, ${end}: see stats.`;
}

/** `send --dry-run`: who would get it, and what. */
async function printPreview(edition: Edition, faults: readonly string[], input: OpenedInput) {
  const { store, compose, print } = input;
  const { waiting = 0 } = (await findSendable(edition.id, input)) ?? {};
  const counts = await store.countRecipients(edition.id);
  const wouldReceive = counts.confirmed - counts.queued + waiting;
  const { text, html } = compose(makeMail(edition, 'reader@example.com'), '');
  const head = `${wouldReceive} would receive it; ${counts.sent} have it. Nothing was sent.`;
  const preview = { subject: edition.subject, text, html };
  print(
    { edition: edition.id, ...counts, wouldReceive, faults, ...preview },
    [head, `Subject: ${edition.subject}`, text, html].join('\n\n'),
  );
  return exitCodes.done;
}

/** An edition that was queued before. Ends the command if it cannot be sent any more. */
async function findSendable(id: string, { store }: OpenedInput) {
  const words = 'Other words are another edition';
  const edition = (await store.listEditions()).find((each) => each.id === id);
  if (edition?.cancelledAt) throw new CommandFailure(`${formatEdition(edition)}. ${words}`);
  const closedAt = await store.findClosing(id);
  if (closedAt === undefined) return edition;
  const date = new Date(closedAt).toISOString().slice(0, 10);
  throw new CommandFailure(
    `This edition was closed on ${date}: the list of its recipients is deleted, so everybody would receive it twice. ${words}`,
  );
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
  const mail = compose(makeMail({ ...edition, subject: `[Test] ${edition.subject}` }, address), '');
  const outcome = await mailer.send(mail, AbortSignal.timeout(attemptTimeout));
  if (outcome.kind === 'sent') return;
  throw new CommandFailure(`The mail server did not take it (${outcome.kind}): ${outcome.code}`);
}

/** `send --to`: one test mail of an edition. */
async function sendTestEdition(edition: Edition, address: string, input: OpenedInput) {
  await sendTest(edition, address, input);
  const text = `Sent to ${address} as a test: nothing is stored, and its link unsubscribes nobody.`;
  input.print({ edition: edition.id, to: address }, text);
  return exitCodes.done;
}
