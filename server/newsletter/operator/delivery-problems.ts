import type {
  ClosedEdition,
  CodeCount,
  EditionCounts,
  Pause,
  Remaining,
  Slowdown,
} from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';

/** Formats the problems of sending, one line each, with what to do about it. */
export function formatProblems(
  problems: Awaited<ReturnType<NewsletterStore['getDeliveryProblems']>>,
): readonly string[] {
  const { pauses, slowdown, removed, bouncing, givenUp } = problems;
  return [
    ...pauses.map(formatPause),
    ...(slowdown ? [formatSlowdown(slowdown)] : []),
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

/** `“Monsoon letter” (0f…): 100 sent, 900 waiting, 0 given up` */
export function formatEdition({ id, subject, sent, waiting, givenUp }: EditionCounts): string {
  return `“${subject}” (${id}): ${sent} sent, ${waiting} waiting, ${givenUp} given up`;
}

/** `“Monsoon letter” (0f…) was closed on 2026-01-02: 12 mails …` */
export function formatClosed({ id, subject, closedAt, unsent }: ClosedEdition): string {
  const date = new Date(closedAt).toISOString().slice(0, 10);
  return `“${subject}” (${id}) was closed on ${date}: ${unsent} mails that waited are given up and deleted`;
}

const formatSlowdown = ({ code, probeAt }: Slowdown) =>
  `The mail server accepts no more mails for a time (${code}). The next one tries at ${new Date(probeAt).toISOString()}, and nothing has to be done.`;

interface Circumstances {
  readonly pause: Pause | undefined;
  readonly slowdown: Slowdown | null;
  readonly isDown: boolean;
}

/**
 * Explains which mails of an edition are left and what happens to them, one line for each reason.
 *
 * @returns `isDone`: nothing remains to be done
 */
export function explainRemaining(
  remaining: readonly Remaining[],
  { pause, slowdown, isDown }: Circumstances,
): { readonly lines: readonly string[]; readonly isDone: boolean } {
  if (remaining.length === 0) return { lines: [], isDone: true };
  const lines = remaining.map(
    ({ why, code, count }) => `${count} ${code ? `${meanings[why]} (${code})` : meanings[why]}`,
  );
  if (pause) return { lines, isDone: false };
  if (isDown) return { lines: [...lines, serverSends], isDone: false };
  if (slowdown) return { lines: [...lines, formatSlowdown(slowdown), serverSends], isDone: true };
  const isWaiting = remaining.some(({ why }) => why === 'waiting'); // Another process sends them now.
  return {
    lines: [...lines, isWaiting ? serverSends : 'Nothing remains to be done.'],
    isDone: true,
  };
}

const serverSends = 'What waits is sent by the server as it runs, or by this command again.';

const meanings: Readonly<Record<Remaining['why'], string>> = {
  bouncing: 'whose address bounces: tried once a day, removed after bounces on three days',
  'given-up': 'given up: "resume" tries again',
  postponed: 'postponed: the server tries again',
  waiting: 'not tried yet',
};

function formatCodes(label: string, counts: readonly CodeCount[]): readonly string[] {
  if (counts.length === 0) return [];
  const all = counts.map(({ code, count }) => `${count} × ${code || 'unknown'}`);
  return [`${label}: ${all.join(', ')}`];
}
