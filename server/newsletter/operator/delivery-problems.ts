import type { CodeCount, Pause } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';

/** The problems of sending, one line each, and what to do about each. */
export function formatProblems(
  problems: Awaited<ReturnType<NewsletterStore['getDeliveryProblems']>>,
): readonly string[] {
  const { pauses, removed, bouncing, givenUp } = problems;
  return [
    ...pauses.map(formatPause),
    ...formatCodes('addresses removed, by the last response', removed),
    ...formatCodes('subscribers whose last mail bounced', bouncing),
    ...formatCodes('mails given up ("resume" tries them again)', givenUp),
  ];
}

/** `PAUSED since 2026-01-02T03:04:05.000Z: “Monsoon letter”, 12 mails paused …` */
export function formatPause({ batch, subject, code, pausedAt, mails }: Pause): string {
  const name = subject === null ? 'confirmations' : `“${subject}” (${batch})`;
  const since = new Date(pausedAt).toISOString();
  return `PAUSED since ${since}: ${name}, ${mails} mails paused. The mail server rejected one after the other, last with ${code}. Correct the cause, then: resume`;
}

function formatCodes(label: string, counts: readonly CodeCount[]): readonly string[] {
  if (counts.length === 0) return [];
  const all = counts.map(({ code, count }) => `${count} × ${code || 'unknown'}`);
  return [`${label}: ${all.join(', ')}`];
}
