import { setImmediate } from 'node:timers/promises';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createComposer } from '#server/newsletter/mail/compose.ts';
import type { Mail, Mailer, SendOutcome } from '#server/newsletter/mail/mailer.ts';
import { createOutbox } from '#server/newsletter/mail/outbox.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { site } from '#shared/site.ts';
import {
  age,
  insertConfirmed,
  openDatabase,
  queueEdition,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { makeRequest } from '../../../helpers/newsletter/store-contract.ts';
import { makeLogger } from '../../../helpers/site/make-logger.ts';

/** Milliseconds for each mail: 50, of which five are sent at a time. */
const latency = 10;

/** Whether a mail server accepts a mail, at a time in milliseconds since the beginning. */
export type Decide = (recipient: string, time: number) => boolean;

/** Accepts `max` mails in each `window` by the clock. */
export function limitMails(max: number, window: number): Decide {
  let current = -1;
  let accepted = 0;
  return (_recipient, time) => {
    const now = Math.floor(time / window);
    if (now !== current) accepted = 0;
    current = now;
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

interface Simulation {
  /** Readers of an edition. */
  readonly readers: number;
  /** Visitors who subscribe when the edition has been queued. */
  readonly visitors?: number;
  /** Forms of one visitor, a minute before, with addresses that are always deferred. */
  readonly forms?: number;
  readonly decide: Decide;
  /** Milliseconds between two mails (MAIL_RATE). */
  readonly mailInterval?: number;
}

/**
 * Sends with the real outbox and a real store to a mail server. The clock jumps to the time when
 * the next mail is due, for at most twelve days.
 *
 * @returns hours until the last mail was accepted, minutes until the last of the visitors' was, and the number of
 * rejected attempts
 */
export async function simulateSending(simulation: Simulation) {
  const { readers, visitors = 0, forms = 0, decide, mailInterval } = simulation;
  const database = await openDatabase('SQLite');
  const store = database.createStore();
  await store.open();
  await insertConfirmed(database, readers);
  let jumped = 0;
  const startedAt = performance.now();
  // As the database has it; a real mail server takes some time for each mail.
  const getTime = () =>
    jumped + Math.max(performance.now() - startedAt, (result.sent + result.refused) * latency);
  const result = { hours: 0, minutes: 0, sent: 0, refused: 0 };
  async function send({ to, kind }: Mail): Promise<SendOutcome> {
    await setImmediate(); // Five are sent at the same time.
    const time = getTime();
    if (to.endsWith('.INVALID') || !decide(to, time)) {
      result.refused += 1;
      return { kind: 'deferred', code: '451 4.7.1', scope: 'recipient' };
    }
    result.sent += 1;
    result.hours = Math.round(time / (hour / 100)) / 100;
    if (kind === 'confirmation') result.minutes = Math.round(time / (minute / 10)) / 10;
    return { kind: 'sent' };
  }
  const mailer: Mailer = { send, check: async () => {}, close() {} };
  const keys = createKeys(['a-secret-for-tests-with-thirty-two-characters']);
  const compose = createComposer({ site, getOrigin: () => site.origin, keys });
  const outbox = createOutbox({
    ...{ store, mailer, compose, keys, mailInterval, ...makeLogger() },
    ready: async () => {},
    countMail: () => {},
  });
  for (let form = 0; form < forms; form += 1) {
    await store.subscribe(makeRequest(`form-${form}@example.invalid`));
  }
  await outbox.drain();
  await queueEdition(store);
  for (let visitor = 0; visitor < visitors; visitor += 1) await store.subscribe(makeRequest());
  while (getTime() < 12 * day) {
    await outbox.drain();
    const [row] = await database.query(`
      SELECT MIN(due_at) - CAST(unixepoch('subsec') * 1000 AS INTEGER) AS wait,
        (SELECT COUNT(*) FROM newsletter_outbox o JOIN newsletter_subscribers s
          ON s.id = o.subscriber_id AND NOT s.address LIKE '%.INVALID' WHERE state = 'waiting') AS mails
      FROM newsletter_outbox WHERE state = 'waiting'`);
    if (!row?.['mails']) break;
    const rateWait = (await store.findWait(mailInterval)) ?? 0;
    const grain = mailInterval === undefined ? minute : 1;
    const wait = Math.max(Number(row['wait']), rateWait, 1);
    const step = Math.ceil(wait / grain) * grain;
    await age(database, step);
    jumped += step;
  }
  return result;
}
