import { expect, test } from 'vitest';
import { concurrency, createRate, createTurns } from '#server/newsletter/mail/queues.ts';
import { type QueueName, queueNames } from '#server/newsletter/store/store.ts';

/** The queues of the next mails, while these are being sent. */
function takeTurns(count: number, waiting: readonly QueueName[], sending: readonly QueueName[]) {
  const turns = createTurns();
  return Array.from({ length: count }, () => turns.next(waiting, sending));
}

test('queues take turns: each gets a third of a rate, and an empty one leaves its part', () => {
  expect(takeTurns(6, queueNames, [])).toEqual([...queueNames, ...queueNames]);
  const two = ['confirmations', 'repeats'] as const;
  expect(takeTurns(4, two, [])).toEqual([...two, ...two]);
});

test.each(queueNames)('%s that stall leave a place for each other queue', (stalled) => {
  const turns = createTurns();
  const sending: QueueName[] = [];
  const fill = (waiting: readonly QueueName[]) => {
    for (let next = turns.next(waiting, sending); next; next = turns.next(waiting, sending))
      sending.push(next);
  };
  fill([stalled]);
  expect(sending).toEqual([stalled, stalled, stalled]);
  fill(queueNames);
  expect(sending).toHaveLength(concurrency);
  expect(new Set(sending)).toEqual(new Set(queueNames));
});

test('a rate spaces mails evenly, and without one no mail waits', () => {
  const rate = createRate(200);
  expect(rate.getWait(1_000)).toBe(0);
  rate.count(1_000);
  expect([1_000, 1_150, 1_300].map(rate.getWait)).toEqual([200, 50, 0]);
  const none = createRate(undefined);
  none.count(1_000);
  expect(none.getWait(1_000)).toBe(0);
});
