import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/dates/durations.ts';
import { describeError } from '../../describe-error.ts';
import type { Edition } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { CommandFailure, type CommandInput, exitCodes, printError } from './command.ts';
import { explainRemaining, formatPause } from './delivery-problems.ts';
import { createProgressBar } from './progress-bar.ts';
import { writePreview } from './send-test.ts';

/** Subscribers per transaction: few enough that a visitor who subscribes does not wait. */
const chunk = 1_000;

/** Milliseconds without progress until the command ends. The server then sends the rest. */
const progressTimeout = 6 * minute;

/**
 * Queues an edition for all confirmed subscribers and sends it. After a crash the same command continues: it queues
 * nobody twice, and sent mails stay sent.
 *
 * @returns `done` also when mails are left that the server sends by itself
 */
export async function sendEdition(
  edition: Edition,
  input: CommandInput & { readonly faults: readonly string[] },
) {
  const { store, outbox, flags, print, faults } = input;
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
  if (!outbox) throw new CommandFailure('MAIL is off: nothing can be sent');

  await store.addEdition(edition);
  await store.resume(id); // Sending again means that the operator has corrected the cause of the pause.
  const queueing = createProgressBar('Queueing', !flags.json);
  let afterId: string | undefined = '';
  for (let seen = 0; afterId !== undefined; seen += chunk) {
    queueing.update(Math.min(seen, before.confirmed), before.confirmed);
    afterId = await store.queueEdition(id, afterId, chunk);
  }
  queueing.end();

  const sending = createProgressBar('Sending ', !flags.json);
  let now = await store.countRecipients(id);
  let { pause, slowdown } = await findHindrance(id, store);
  let progressAt = performance.now();
  while (now.sent < now.queued && performance.now() - progressAt < progressTimeout) {
    const { sent, queued } = now;
    const { failed } = await outbox.drain((count) => sending.update(sent + count, queued));
    // Before counting: otherwise mails that another worker sends meanwhile would be neither due nor counted.
    const isDue = await store.isDueWithin(id, progressTimeout);
    now = await store.countRecipients(id);
    if (now.sent > sent) progressAt = performance.now();
    ({ pause, slowdown } = await findHindrance(id, store));
    if (pause || slowdown || failed > 0) break;
    if (!isDue) break; // The rest is given up or due much later.
    // Another worker holds the rest, or a dead worker did and its lease has not expired.
    await sleep(1_000);
  }
  sending.end();

  const sent = Math.max(0, now.sent - before.sent); // Those who unsubscribe meanwhile are not counted any more.
  const remaining = await store.listRemaining(id);
  const left = explainRemaining(remaining, { pause, slowdown, isDown: outbox.isDown() });
  const count = remaining.reduce((sum, each) => sum + each.count, 0);
  const paused = pause?.code ?? null;
  const { isDone } = left;
  const result = { edition: id, sent, total: now.sent, remaining: count, paused, isDone };
  const text = `${sent} sent now, ${now.sent} in all, ${count} not yet.`;
  print({ ...result, reasons: remaining, faults }, text);
  for (const line of left.lines) printError(line);
  if (pause) printError(`${formatPause(pause)}, or this command again.`);
  return isDone ? exitCodes.done : exitCodes.failed;
}

/** Finds the pause or slowdown that keeps an edition from being sent now. */
async function findHindrance(id: string, store: NewsletterStore) {
  const { pauses, slowdown } = await store.getDeliveryProblems();
  return { pause: pauses.find(({ batch }) => batch === id), slowdown };
}
