import { setImmediate } from 'node:timers/promises';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createComposer } from '#server/newsletter/mail/compose.ts';
import type { Mailer, SendOutcome } from '#server/newsletter/mail/mailer.ts';
import { createOutbox } from '#server/newsletter/mail/outbox.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { site } from '#shared/site.ts';
import {
  age,
  insertConfirmed,
  openDatabase,
  queueEdition,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { makeLogger } from '../../../helpers/site/make-logger.ts';

/** Whether a mail server accepts a mail, at a time in milliseconds since the beginning. */
export type Decide = (recipient: string, time: number) => boolean;

/** Accepts `max` mails in each hour by the clock. */
export function limitByHour(max: number): Decide {
  let current = -1;
  let accepted = 0;
  return (_recipient, time) => {
    const window = Math.floor(time / hour);
    if (window !== current) accepted = 0;
    current = window;
    if (accepted >= max) return false;
    accepted += 1;
    return true;
  };
}

/** Greylisting: accepts a recipient this long after the first attempt. */
export function greylist(delay: number): Decide {
  const seen = new Map<string, number>();
  return (recipient, time) => {
    const first = seen.get(recipient) ?? time;
    seen.set(recipient, first);
    return time - first >= delay;
  };
}

/**
 * Sends an edition with the real outbox and a real store to a mail server that responds at once. The clock jumps to the
 * minute when the next mail is due, for at most twelve days.
 *
 * @returns hours until the last mail was accepted, and the number of rejected attempts
 */
export async function simulateSending(recipients: number, decide: Decide) {
  const database = await openDatabase('SQLite');
  const store = database.createStore();
  await store.open();
  await insertConfirmed(database, recipients);
  await queueEdition(store);
  let time = 0;
  const result = { hours: 0, sent: 0, refused: 0 };
  async function send({ to }: { readonly to: string }): Promise<SendOutcome> {
    await setImmediate(); // Five are sent at the same time.
    if (!decide(to, time)) {
      result.refused += 1;
      return { kind: 'deferred', code: '451 4.7.1', scope: 'recipient' };
    }
    result.sent += 1;
    result.hours = Math.round(time / (hour / 10)) / 10;
    return { kind: 'sent' };
  }
  const mailer: Mailer = { send, check: async () => {}, close() {} };
  const keys = createKeys(['a-secret-for-tests-with-thirty-two-characters']);
  const compose = createComposer({ site, getOrigin: () => site.origin, keys });
  const outbox = createOutbox({
    ...{ store, mailer, compose, keys, ...makeLogger() },
    ready: async () => {},
    countMail: () => {},
  });
  while (time < 12 * day) {
    await outbox.drain();
    const [row] = await database.query(`
      SELECT MIN(due_at) AS due, CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now,
        (SELECT MAX(probe_at) FROM newsletter_pauses) AS probe
      FROM newsletter_outbox WHERE state = 'waiting'`);
    if (typeof row?.['due'] !== 'number') break;
    const due = Math.max(row['due'], Number(row['probe'] ?? 0));
    const step = Math.max(1, Math.ceil((due - Number(row['now'])) / minute)) * minute;
    await age(database, step);
    time += step;
  }
  return result;
}
