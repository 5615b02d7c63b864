import type { Edition, EditionCounts } from '../store/store.ts';
import type { StoreWithKeys } from '../store-and-outbox.ts';
import { attemptTimeout } from '../timing.ts';
import {
  CommandFailure,
  exitCodes,
  failUsage,
  formatTime,
  type OpenedInput,
  printError,
  readAddress,
} from './command.ts';
import { findEditionFaults, makeMail, readEdition } from './edition.ts';
import { formatEdition } from './stats.ts';

/* A letter with a mistake can be stopped: send, pause, then resume or cancel. */

const onTheirWay = 'Mails that are on their way, five at most, may still arrive.';

/** `send`: checks an edition, and then prints a preview, sends a test or queues it. */
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
  const faults = findEditionFaults(edition, input.compose);
  for (const fault of faults) printError(fault);
  if (address === undefined)
    return isTrial ? printPreview(edition, faults, input) : queueEdition(edition, faults, input);
  await sendTest(edition, address, input);
  const result = `Sent to ${address} as a test: nothing is stored, and its link unsubscribes nobody.`;
  return input.print({ edition: edition.id, to: address }, result);
}

/** Queues an edition for all confirmed subscribers; the server sends it. Again it queues nobody twice. */
async function queueEdition(edition: Edition, faults: readonly string[], input: OpenedInput) {
  const { config, store, mailer, print } = input;
  const { mailRate, mailInterval } = config.newsletter;
  const { id } = edition;
  const before = countQueued(await findSendable(id, input));
  if (!mailer) throw new CommandFailure('MAIL is off: nothing can be sent');
  await store.addEdition(edition);
  await store.queueEdition(id);
  const counts = await getEdition(input, id);
  const { sent, waiting, givenUp } = counts;
  const total = countQueued(counts);
  const queued = total - before;
  const { waiting: all } = await store.getBacklog();
  const endsAt = mailInterval === undefined ? null : formatTime(Date.now() + all * mailInterval);
  const end = endsAt
    ? `until ${endsAt} (MAIL_RATE=${mailRate})`
    : 'as fast as the mail server takes them';
  const text = `${queued} queued now, ${total} in all: ${sent} sent, ${waiting} waiting, ${givenUp} given up. ${describeNext(counts, end)}`;
  print({ edition: id, queued, total, sent, waiting, givenUp, endsAt, faults }, text);
}

const countQueued = (edition: EditionCounts | undefined) =>
  edition === undefined ? 0 : edition.sent + edition.waiting + edition.givenUp;

function describeNext({ id, waiting, givenUp, pausedAt }: EditionCounts, end: string): string {
  if (waiting === 0 && givenUp > 0) return `"resume ${id}" tries again what was given up.`;
  if (waiting === 0) return 'Nothing remains to be done.';
  if (pausedAt !== null) return `It is paused, so that nothing is sent: "resume ${id}" goes on.`;
  return `The server sends those that wait as it runs, ${end}: see stats.`;
}

/** `send --dry-run`: who would get it, and what. */
async function printPreview(edition: Edition, faults: readonly string[], input: OpenedInput) {
  const { store, compose, print } = input;
  const known = await findSendable(edition.id, input);
  const { confirmed } = await store.stats();
  const [queued, sent] = [countQueued(known), known?.sent ?? 0];
  const wouldReceive = confirmed - queued + (known?.waiting ?? 0);
  const { subject } = edition;
  const { text, html } = compose(makeMail(edition, 'reader@example.com'), '');
  const head = `${wouldReceive} would receive it; ${sent} have it. Nothing was sent.`;
  print(
    { edition: edition.id, confirmed, queued, sent, wouldReceive, faults, subject, text, html },
    [head, `Subject: ${subject}`, text, html].join('\n\n'),
  );
}

/** An edition that was queued before. Ends the command if it cannot be sent any more. */
async function findSendable(id: string, { store }: OpenedInput) {
  const words = 'Other words are another edition';
  const edition = await store.findEdition(id);
  if (edition?.cancelledAt) throw new CommandFailure(`${formatEdition(edition)}. ${words}`);
  if (!edition?.closedAt) return edition;
  const date = formatTime(edition.closedAt).slice(0, 10);
  throw new CommandFailure(
    `This edition was closed on ${date}: the list of its recipients is deleted, so everybody would receive it twice. ${words}`,
  );
}

/**
 * Sends an edition to one address, exactly as a subscriber gets it, except for `[Test]` in front of the subject and a
 * link that unsubscribes nobody. Stores nothing.
 */
export async function sendTest(
  edition: Edition,
  address: string,
  { compose, mailer }: Pick<StoreWithKeys, 'compose' | 'mailer'>,
): Promise<void> {
  if (!mailer) throw new CommandFailure('MAIL is off: nothing can be sent');
  const mail = compose(makeMail({ ...edition, subject: `[Test] ${edition.subject}` }, address), '');
  const outcome = await mailer.send(mail, AbortSignal.timeout(attemptTimeout));
  if (outcome.kind === 'sent') return;
  throw new CommandFailure(`The mail server did not take it (${outcome.kind}): ${outcome.code}`);
}

/** `pause`: nothing more of an edition is sent until `resume`. */
export async function pauseEdition(input: OpenedInput) {
  const isMeant = ({ waiting, pausedAt }: EditionCounts) => waiting > 0 && pausedAt === null;
  const before = await findEdition(input, isMeant, 'No edition is being sent');
  if (!isMeant(before)) throw new CommandFailure(`Nothing to hold: ${formatEdition(before)}`);
  await input.store.pauseEdition(before.id, 'operator');
  const edition = await getEdition(input, before.id);
  const text = `Paused: ${edition.waiting} wait, ${edition.sent} have it. ${onTheirWay} "resume" sends the rest, "cancel" gives it up.`;
  input.print(edition, text);
}

/** `resume`: the mails of an edition that wait or were given up are due now. */
export async function resumeEdition(input: OpenedInput) {
  const isMeant = ({ pausedAt }: EditionCounts) => pausedAt !== null;
  const { id } = await findEdition(input, isMeant, 'No edition is paused');
  await input.store.resumeEdition(id);
  const edition = await getEdition(input, id);
  const { sent, waiting } = edition;
  const text =
    waiting === 0
      ? `${sent} have it: nothing remains to be done.`
      : `Resumed: ${waiting} are due, ${sent} have it. The server sends them as it runs: see stats.`;
  input.print(edition, text);
}

/** `cancel`: the mails of an edition that wait are given up. */
export async function cancelEdition(input: OpenedInput) {
  const isMeant = ({ waiting, pausedAt }: EditionCounts) => waiting > 0 || pausedAt !== null;
  const { id, sent, waiting } = await findEdition(input, isMeant, 'No mail of an edition waits');
  if (waiting === 0) throw new CommandFailure(`Too late, nothing waits: ${sent} have it`);
  const cancelled = await input.store.cancelEdition(id);
  const edition = await getEdition(input, id);
  const text = `Cancelled: ${cancelled} will not get it, ${edition.sent} have it. ${onTheirWay} The same subject and text cannot be sent again.`;
  input.print(edition, text);
}

/** The edition whose id begins with the operand, or else the only one that the command can be meant for. */
async function findEdition(
  { store, operand }: OpenedInput,
  isMeant: (edition: EditionCounts) => boolean,
  none: string,
) {
  const editions = await store.listEditions();
  const found = editions.filter((each) =>
    operand === undefined
      ? each.cancelledAt === null && isMeant(each)
      : each.id.startsWith(operand),
  );
  const [edition, ...others] = found;
  if (edition === undefined) {
    const what = operand === undefined ? none : `There is no edition ${operand}`;
    throw new CommandFailure([what, ...editions.map(formatEdition)].join('\n'), exitCodes.notFound);
  }
  if (others.length > 0) failUsage(['Which edition?', ...found.map(formatEdition)].join('\n'));
  if (edition.cancelledAt !== null) throw new CommandFailure(formatEdition(edition));
  return edition;
}

async function getEdition({ store }: OpenedInput, id: string) {
  const edition = await store.findEdition(id);
  if (edition === undefined) throw new CommandFailure(`There is no edition ${id}`);
  return edition;
}
