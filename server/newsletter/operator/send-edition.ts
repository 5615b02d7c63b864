import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/durations.ts';
import type { Edition, NewsletterStore, Pause } from '../store/store.ts';
import { type CommandInput, type ExitCode, exitCodes } from './command.ts';
import { formatPause } from './delivery-problems.ts';

/** Subscribers in one transaction: short enough that a visitor who subscribes does not wait. */
const chunk = 1_000;

/** Milliseconds without progress. Then the server sends the rest. */
const progressTimeout = 6 * minute;

/** The same words are the same edition. */
export function createEdition(subject: string, text: string, html: string | null): Edition {
  const id = createHash('sha256')
    .update(JSON.stringify([subject, text, html]))
    .digest('hex');
  return { id: id.slice(0, 32), subject, text, html };
}

/**
 * Queues an edition for everybody who has confirmed and sends it. After a crash the same command goes
 * on where it was: nobody is queued twice, and what was sent is noted.
 */
export async function sendEdition(
  edition: Edition,
  { parts: { store, outbox }, flags, print, complain, createProgressBar }: CommandInput,
): Promise<ExitCode> {
  const before = await store.countRecipients(edition.id);
  if (flags.dryRun) {
    const wouldReceive = before.confirmed - before.sent;
    const result = { edition: edition.id, ...before, wouldReceive };
    if (flags.json) print(JSON.stringify(result));
    else print(`${wouldReceive} would receive it; ${before.sent} have it. Nothing was sent.`);
    return exitCodes.done;
  }
  if (!outbox) {
    complain('MAIL is off: nothing can be sent');
    return exitCodes.failed;
  }

  await store.addEdition(edition);
  await store.resume(edition.id); // The operator who sends it again has mended the cause of a pause.
  const queueing = createProgressBar('Queueing');
  let after: string | undefined = '';
  for (let seen = 0; after !== undefined; seen += chunk) {
    queueing.update(Math.min(seen, before.confirmed), before.confirmed);
    after = await store.queueEdition(edition.id, after, chunk);
  }
  queueing.end();

  const sending = createProgressBar('Sending ');
  const start = await store.countRecipients(edition.id);
  let now = start;
  let progressAt = performance.now();
  while (performance.now() - progressAt < progressTimeout) {
    const base = now.sent;
    const { failed } = await outbox.drain((sent) => sending.update(base + sent, start.queued));
    const next = await store.countRecipients(edition.id);
    if (next.sent > now.sent) progressAt = performance.now();
    now = next;
    if (now.sent >= now.queued || failed > 0) break;
    if (await findPause(store, edition)) break;
    // Another worker holds the rest, or one that died and whose lease is not over.
    await sleep(1_000);
  }
  sending.end();

  const { waiting } = await store.stats();
  const pause = await findPause(store, edition);
  const remaining = Math.max(0, now.queued - now.sent);
  const sent = now.sent - before.sent;
  const result = {
    edition: edition.id,
    sent,
    total: now.sent,
    remaining,
    paused: pause?.code ?? null,
  };
  if (flags.json) print(JSON.stringify(result));
  else print(`${sent} sent now, ${now.sent} in all, ${remaining} not yet.`);
  if (remaining === 0) return exitCodes.done;
  if (pause) complain(`${formatPause(pause)}, or this command again.`);
  else if (waiting > 0)
    complain('What waits is sent by the server as it runs, or by this command again.');
  return exitCodes.failed;
}

async function findPause(store: NewsletterStore, { id }: Edition): Promise<Pause | undefined> {
  const { pauses } = await store.getDeliveryProblems();
  return pauses.find(({ batch }) => batch === id);
}
