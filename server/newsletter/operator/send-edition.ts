import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/durations.ts';
import { describeError } from '../../describe-error.ts';
import { createProgressBar } from '../../progress-bar.ts';
import type { Edition, Pause } from '../store/store.ts';
import { CommandFailure, type CommandInput, complain, exitCodes } from './command.ts';
import { formatPause } from './delivery-problems.ts';
import { writePreview } from './send-test.ts';

/** Subscribers in one transaction: short enough that a visitor who subscribes does not wait. */
const chunk = 1_000;

/** Milliseconds without progress. Then the server sends the rest. */
const progressTimeout = 6 * minute;

/**
 * Queues an edition for everybody who has confirmed and sends it. After a crash the same command continues: it queues
 * nobody twice, and sent mails stay sent.
 */
export async function sendEdition(edition: Edition, input: CommandInput) {
  const { store, outbox, flags, print } = input;
  const { id } = edition;
  const before = await store.countRecipients(id);
  if (flags['dry-run']) {
    const wouldReceive = before.confirmed - before.sent;
    const preview = await writePreview(edition, input).catch((error: unknown) =>
      complain(`What they would get cannot be written: ${describeError(error)}`),
    );
    const lines = [
      `${wouldReceive} would receive it; ${before.sent} have it. Nothing was sent.`,
      ...(preview ? [`Look at it: ${preview.html}`, `and as text: ${preview.text}`] : []),
    ];
    print({ edition: id, ...before, wouldReceive, ...preview }, lines.join('\n'));
    return exitCodes.done;
  }
  if (!outbox) throw new CommandFailure('MAIL is off: nothing can be sent');

  await store.addEdition(edition);
  await store.resume(id); // Sending again means that the operator has corrected the cause of the pause.
  const queueing = createProgressBar('Queueing', !flags.json);
  let behind: string | undefined = '';
  for (let seen = 0; behind !== undefined; seen += chunk) {
    queueing.update(Math.min(seen, before.confirmed), before.confirmed);
    behind = await store.queueEdition(id, behind, chunk);
  }
  queueing.end();

  const sending = createProgressBar('Sending ', !flags.json);
  let now = await store.countRecipients(id);
  let pause: Pause | undefined;
  let progressAt = performance.now();
  while (now.sent < now.queued && performance.now() - progressAt < progressTimeout) {
    const { sent, queued } = now;
    const { failed } = await outbox.drain((count) => sending.update(sent + count, queued));
    // Before it is counted: else what another worker sends meanwhile would be neither.
    const isDue = await store.isDueWithin(id, progressTimeout);
    now = await store.countRecipients(id);
    if (now.sent > sent) progressAt = performance.now();
    const { pauses } = await store.getDeliveryProblems();
    pause = pauses.find(({ batch }) => batch === id);
    if (pause || failed > 0) break;
    if (!isDue) break; // The rest is given up or due much later.
    // Another worker holds the rest, or a dead worker whose lease is not over.
    await sleep(1_000);
  }
  sending.end();

  const sent = Math.max(0, now.sent - before.sent); // Those who unsubscribe meanwhile are not counted any more.
  const remaining = now.queued - now.sent;
  const paused = pause?.code ?? null;
  const text = `${sent} sent now, ${now.sent} in all, ${remaining} not yet.`;
  print({ edition: id, sent, total: now.sent, remaining, paused }, text);
  if (remaining === 0) return exitCodes.done;
  const { waiting } = await store.stats();
  if (pause) complain(`${formatPause(pause)}, or this command again.`);
  else if (waiting > 0)
    complain('What waits is sent by the server as it runs, or by this command again.');
  return exitCodes.failed;
}
