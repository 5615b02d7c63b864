import type { CodeCount, EditionCounts } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';

/** This many deferred mails with one code may be the mail server's limit of mails in a time. */
const manyDeferred = 10;

/**
 * Formats the problems of sending, one line each, with what to do about it.
 * @param mailRate MAIL_RATE, if it is set
 */
export function formatProblems(
  problems: Awaited<ReturnType<NewsletterStore['getDeliveryProblems']>>,
  mailRate: string | undefined,
): readonly string[] {
  const { rest, removed, refused, givenUp, deferred } = problems;
  const isLimit = mailRate === undefined && deferred.some(({ count }) => count >= manyDeferred);
  return [
    ...(rest
      ? [
          `NOTHING IS SENT since ${formatTime(rest.since)}: the mail server said ${rest.code}. It is tried again every minute`,
        ]
      : []),
    ...formatCodes('addresses removed, by the last response', removed),
    ...formatCodes('addresses refused', refused),
    ...formatCodes('mails given up', givenUp),
    ...formatCodes('mails deferred', deferred),
    ...(isLimit ? ['If the mail server limits mails in a time, set MAIL_RATE.'] : []),
  ];
}

/** `“Monsoon letter” (0f…): 100 sent, 900 waiting, 0 given up` */
export function formatEdition(edition: EditionCounts): string {
  const { id, subject, sent, waiting, givenUp, pausedAt, pauseCode, cancelledAt } = edition;
  const counts = `“${subject}” (${id}): ${sent} sent, ${waiting} waiting, ${givenUp} given up`;
  if (cancelledAt !== null) return `${counts}; cancelled ${formatTime(cancelledAt)}`;
  if (pausedAt === null) return counts;
  return `${counts}; PAUSED since ${formatTime(pausedAt)} (${pauseCode}): correct the cause, then: resume`;
}

const formatTime = (time: number) => new Date(time).toISOString();

function formatCodes(label: string, counts: readonly CodeCount[]): readonly string[] {
  if (counts.length === 0) return [];
  const all = counts.map(({ code, count }) => `${count} × ${code || 'unknown'}`);
  return [`${label}: ${all.join(', ')}`];
}
