import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createComposer } from '#server/newsletter/mail/compose.ts';
import type { Mail, Mailer, SendOutcome } from '#server/newsletter/mail/mailer.ts';
import { createOutbox } from '#server/newsletter/mail/outbox.ts';
import { day, hour, minute, second } from '#shared/dates/durations.ts';
import { site } from '#shared/site.ts';
import { age, openDatabase, queueEdition } from '../../../helpers/newsletter/newsletter-stores.ts';
import { makeRequest } from '../../../helpers/newsletter/store-contract.ts';
import { makeLogger } from '../../../helpers/site/make-logger.ts';

const readers = 200;
const visitors = 6;
/** Forms of one visitor, before the edition, with addresses that are always deferred. */
const forms = 19;
const latency = 10; // milliseconds for each mail

test.each([
  ['without a rate', Number.POSITIVE_INFINITY, undefined, { hours: 0.1, minutes: 0.1 }],
  ['at a known rate of 100 an hour', 100, 36 * second, { hours: 3.2, minutes: 25 }],
])(
  '%s, the forms of a visitor whose addresses are deferred hold up neither an edition nor visitors',
  async (_name, perHour, mailInterval, max) => {
    const { sent, hours, minutes, refused } = await simulateSending(perHour, mailInterval);
    expect(sent).toBe(readers + visitors);
    expect(hours).toBeLessThanOrEqual(max.hours);
    expect(minutes).toBeLessThanOrEqual(max.minutes);
    expect(refused).toBeLessThanOrEqual(5);
  },
  300_000,
);

/**
 * Sends with the real outbox and a real store to a mail server that accepts so many mails in each hour of the clock.
 * The clock jumps to the time when the next mail is due, for at most twelve days.
 *
 * @returns hours until the last mail was accepted, minutes until the last of the visitors' was, and the number of
 * mails above the limit
 */
async function simulateSending(perHour: number, mailInterval: number | undefined) {
  const database = await openDatabase('SQLite');
  const store = database.createStore();
  await store.open();
  const result = { hours: 0, minutes: 0, sent: 0, refused: 0 };
  const accepted = new Map<number, number>();
  let attempts = 0;
  let jumped = 0;
  const startedAt = performance.now();
  // The database’s own time counts; a real mail server takes some time for each mail.
  const getTime = () => jumped + Math.max(performance.now() - startedAt, attempts * latency);
  async function send({ to, kind }: Mail): Promise<SendOutcome> {
    await setImmediate(); // Five are sent at the same time.
    attempts += 1;
    const time = getTime();
    const current = Math.floor(time / hour);
    const count = accepted.get(current) ?? 0;
    const isDeferred = to.endsWith('.INVALID');
    if (isDeferred || count >= perHour) {
      result.refused += isDeferred ? 0 : 1;
      return { kind: 'deferred', code: '451 4.7.1', scope: 'recipient' };
    }
    accepted.set(current, count + 1);
    result.sent += 1;
    result.hours = time / hour;
    if (kind === 'confirmation') result.minutes = time / minute;
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
  await queueEdition(database, store, { confirmed: readers });
  for (let visitor = 0; visitor < visitors; visitor += 1) await store.subscribe(makeRequest());
  while (getTime() < 12 * day && result.sent < readers + visitors) {
    await outbox.drain();
    const [row] = await database.query(`
      SELECT MIN(due_at) - CAST(unixepoch('subsec') * 1000 AS INTEGER) AS wait
      FROM newsletter_outbox WHERE state = 'waiting'`);
    const rateWait = (await store.findWait(mailInterval)) ?? 0;
    const step = Math.ceil(Math.max(Number(row?.['wait'] ?? 0), rateWait, 1));
    await age(database, step);
    jumped += step;
  }
  return result;
}
