import { maxDeferralsInRow } from '../mail/send-mail.ts';
import type { ClosedEdition, CodeCount, EditionCounts, Pause } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';

/** Formats the problems of sending, one line each, with what to do about it. */
export function formatProblems(
  problems: Awaited<ReturnType<NewsletterStore['getDeliveryProblems']>>,
): readonly string[] {
  const { pauses, removed, bouncing, givenUp, deferred } = problems;
  const isLimit = deferred.some(({ count }) => count >= maxDeferralsInRow);
  return [
    ...pauses.map(formatPause),
    ...formatCodes('addresses removed, by the last response', removed),
    ...formatCodes('subscribers whose last mail bounced', bouncing),
    ...formatCodes('mails given up ("resume" tries them again)', givenUp),
    ...formatCodes('mails deferred', deferred),
    ...(isLimit ? ['If the mail server limits mails in a time, set MAIL_RATE.'] : []),
  ];
}

/** `PAUSED since 2026-01-02T03:04:05.000Z: “Monsoon letter”, 12 mails paused …` */
function formatPause({ batch, subject, code, pausedAt, mails }: Pause): string {
  const name = subject === null ? 'confirmations' : `“${subject}” (${batch})`;
  const since = new Date(pausedAt).toISOString();
  return `PAUSED since ${since}: ${name}, ${mails} mails paused. The mail server rejected one after the other, last with ${code}. Correct the cause, then: resume`;
}

/** `“Monsoon letter” (0f…): 100 sent, 900 waiting, 0 given up, 0 perhaps sent` */
export function formatEdition(edition: EditionCounts): string {
  const { id, subject, sent, waiting, givenUp, perhapsSent } = edition;
  return `“${subject}” (${id}): ${sent} sent, ${waiting} waiting, ${givenUp} given up, ${perhapsSent} perhaps sent`;
}

/** `“Monsoon letter” (0f…) was closed on 2026-01-02: 12 mails …` */
export function formatClosed({ id, subject, closedAt, unsent }: ClosedEdition): string {
  const date = new Date(closedAt).toISOString().slice(0, 10);
  return `“${subject}” (${id}) was closed on ${date}: ${unsent} mails that waited are given up and deleted`;
}

function formatCodes(label: string, counts: readonly CodeCount[]): readonly string[] {
  if (counts.length === 0) return [];
  const all = counts.map(({ code, count }) => `${count} × ${code || 'unknown'}`);
  return [`${label}: ${all.join(', ')}`];
}
