import type { CodeCount, EditionCounts } from '../store/store.ts';
import { countUnrecognised } from '../store-and-outbox.ts';
import { formatTime, type OpenedInput } from './command.ts';

/** This many mails that were deferred with the same code may be the mail server's limit of mails in a time. */
const manyDeferred = 10;

/** `stats`: numbers, the editions, and what keeps mails waiting, one line each with what to do about it. */
export async function printStats({ config, store, keys, print }: OpenedInput) {
  const stats = { ...(await store.stats()), unrecognised: await countUnrecognised(store, keys) };
  const problems = await store.getDeliveryProblems();
  const editions = await store.listEditions();
  const { rest, removed, refused, givenUp, deferred } = problems;
  const isLimit = deferred.some(({ count }) => count >= manyDeferred);
  const lines = [
    formatCount('confirmed', stats.confirmed),
    formatCount('waiting for confirmation', stats.pending),
    formatCount('suppressed: unsubscribed', stats.suppressed.unsubscribed),
    formatCount('suppressed: bounced', stats.suppressed.bounced),
    formatCount('suppressed: by the operator', stats.suppressed.operator),
    formatCount('of these: secret is missing', stats.unrecognised),
    formatCount('mails waiting', stats.waiting),
    formatCount('oldest of them, seconds', stats.oldestSeconds),
    formatCount('mails given up', stats.givenUp),
    ...editions.map(formatEdition),
    rest &&
      stats.waiting > 0 &&
      `NOTHING IS SENT since ${formatTime(rest.since)}: the mail server said ${rest.code}. It is tried again every minute`,
    formatCodes('addresses removed, by the last response', removed),
    formatCodes('addresses refused', refused),
    formatCodes('mails given up (of an edition: "resume" tries them again)', givenUp),
    formatCodes('mails deferred', deferred),
    isLimit &&
      config.newsletter.mailRate === undefined &&
      'If the mail server limits mails in a time, set MAIL_RATE.',
  ];
  print({ ...stats, editions, problems }, lines.filter(Boolean).join('\n'));
}

const formatCount = (label: string, count: number) =>
  `${label.padEnd(30)} ${count.toLocaleString('en-US').padStart(12)}`;

/** `“Monsoon letter” (0f…): 100 sent, 900 waiting, 0 given up` */
export function formatEdition(edition: EditionCounts): string {
  const { id, subject, sent, waiting, givenUp } = edition;
  return `“${subject}” (${id}): ${sent} sent, ${waiting} waiting, ${givenUp} given up${formatState(edition)}`;
}

function formatState({ cancelledAt, pausedAt, pauseCode }: EditionCounts): string {
  if (cancelledAt !== null) return `; cancelled ${formatTime(cancelledAt)}`;
  if (pausedAt === null) return '';
  const why =
    pauseCode === 'operator'
      ? 'by the operator'
      : `because the mail server refused one after the other, last with ${pauseCode}: correct the cause`;
  return `; PAUSED since ${formatTime(pausedAt)} ${why}, then: resume or cancel`;
}

function formatCodes(label: string, counts: readonly CodeCount[]): string | undefined {
  const all = counts.map(({ code, count }) => `${count} × ${code || 'unknown'}`);
  return all.length > 0 ? `${label}: ${all.join(', ')}` : undefined;
}
