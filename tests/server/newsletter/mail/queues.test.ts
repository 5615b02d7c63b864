import { expect, test } from 'vitest';
import { concurrency, createRate, createTurns } from '#server/newsletter/mail/queues.ts';
import type { QueueName } from '#server/newsletter/store/store.ts';
import { attemptTimeout, getRetryDelay } from '#server/newsletter/timing.ts';
import { hour, minute, second } from '#shared/dates/durations.ts';

interface SimulatedMail {
  readonly name: 'form' | 'edition' | 'visitor';
  readonly createdAt: number;
  dueAt: number;
  attempts: number;
  sentAt?: number;
}

const make = (name: SimulatedMail['name'], count: number, createdAt = 0): SimulatedMail[] =>
  Array.from({ length: count }, () => ({ name, createdAt, dueAt: createdAt, attempts: 0 }));

function findQueue({ name, attempts }: SimulatedMail): QueueName {
  if (attempts > 0) return 'repeats';
  return name === 'edition' ? 'editions' : 'confirmations';
}

/** Sends these mails in simulated time, each in 300 ms; those of forms are deferred after `formTime`. */
function simulate(
  mails: readonly SimulatedMail[],
  end: number,
  formTime: number,
  interval?: number,
) {
  const turns = createTurns();
  const rate = createRate(interval);
  const inFlight = new Map<SimulatedMail, { readonly queue: QueueName; readonly end: number }>();
  rate.count(0);
  for (let time = 0; time <= end; ) {
    const waiting = mails.filter(
      (mail) => !inFlight.has(mail) && mail.sentAt === undefined && mail.dueAt <= time,
    );
    const sending = [...inFlight.values()].map(({ queue }) => queue);
    const queue = rate.getWait(time) > 0 ? undefined : turns.next(waiting.map(findQueue), sending);
    if (queue) {
      const all = waiting.filter((mail) => findQueue(mail) === queue);
      const newest = (a: SimulatedMail, b: SimulatedMail) => b.createdAt - a.createdAt;
      const longest = (a: SimulatedMail, b: SimulatedMail) => a.dueAt - b.dueAt;
      const [mail] = all.toSorted(queue === 'confirmations' ? newest : longest);
      if (!mail) throw new Error('The queue is empty');
      inFlight.set(mail, { queue, end: time + (mail.name === 'form' ? formTime : 300) });
      mail.attempts += 1;
      rate.count(time);
      expect(inFlight.size).toBeLessThanOrEqual(concurrency);
      continue;
    }
    time += 100;
    for (const [mail, { end: endsAt }] of inFlight) {
      if (endsAt > time) continue;
      inFlight.delete(mail);
      if (mail.name === 'form') mail.dueAt = time + getRetryDelay(mail.attempts);
      else mail.sentAt = time;
    }
  }
  const getWaits = (name: SimulatedMail['name']) =>
    mails
      .filter((mail) => mail.name === name)
      .map((mail) => (mail.sentAt ?? Infinity) - mail.createdAt);
  return {
    sent: getWaits('edition').filter(Number.isFinite).length,
    lastSent: Math.max(...getWaits('edition')),
    longestWait: Math.max(...getWaits('visitor')),
  };
}

const makeVisitors = (...times: readonly number[]) =>
  times.flatMap((time) => make('visitor', 1, time));

test('at 100 mails an hour 100 deferred forms leave an edition a third, and visitors wait two minutes', () => {
  const interval = 36 * second;
  expect(simulate(make('edition', 200), hour, 300, interval).sent).toBe(99);
  const makeMails = () => [
    ...[...make('form', 100), ...make('edition', 200)],
    ...makeVisitors(minute, 5 * minute, hour, 3 * hour),
  ];
  expect(simulate(makeMails(), hour, 300, interval).sent).toBeGreaterThanOrEqual(33);
  const { longestWait } = simulate(makeMails(), 4 * hour, 300, interval);
  expect(longestWait).toBeLessThanOrEqual(3 * interval);
});

test('without a rate 500 forms to a domain that stalls hold up an edition for a minute and visitors for seconds', () => {
  const mails = [
    ...make('form', 500),
    ...make('edition', 200),
    ...makeVisitors(minute, 5 * minute, 20 * minute),
  ];
  const { lastSent, longestWait } = simulate(mails, hour, attemptTimeout);
  expect(lastSent).toBeLessThanOrEqual(70 * second);
  expect(longestWait).toBeLessThanOrEqual(attemptTimeout);
});
