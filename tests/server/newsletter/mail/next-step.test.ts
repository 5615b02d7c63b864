import { expect, test } from 'vitest';
import type { SendOutcome } from '#server/newsletter/mail/mailer.ts';
import { createStreaks, decideNextStep } from '#server/newsletter/mail/next-step.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';

const sent: SendOutcome = { kind: 'sent' };
const fault: SendOutcome = { kind: 'server-fault', code: 'ECONNREFUSED' };
const bounced: SendOutcome = { kind: 'bounced', code: '550 5.1.1' };
const rejected: SendOutcome = { kind: 'rejected', code: '550 5.7.1' };
const deferred: SendOutcome = { kind: 'deferred', code: '451 4.7.1' };
const closed: SendOutcome = { kind: 'deferred', code: 'ECONNRESET', isClosed: true };

const first = { kind: 'edition', attempts: 1, refusals: 0, age: 0 } as const;
const form = { ...first, kind: 'confirmation' } as const;

/* Why is this mail not sent? Because this was the outcome of its last attempt. */
test.each([
  ['accepted', first, sent, { state: 'sent' }],
  ['accepted after days', { ...first, attempts: 9, age: 9 * day }, sent, { state: 'sent' }],
  ['not reached', { ...first, age: 9 * day }, fault, { state: 'untried' }],
  ['deferred once', first, deferred, { state: 'waiting', delay: minute }],
  ['closed once', form, closed, { state: 'waiting', delay: minute, refusals: 0 }],
  ['deferred twice', { ...form, attempts: 2 }, deferred, { state: 'waiting', delay: 5 * minute }],
  ['deferred 3 times', { ...first, attempts: 3 }, deferred, { delay: 15 * minute }],
  ['deferred 4 times', { ...first, attempts: 4 }, deferred, { delay: hour }],
  ['deferred 5 times', { ...first, attempts: 5 }, deferred, { delay: 4 * hour }],
  [
    'deferred for 3 days less a minute',
    { ...first, attempts: 20, age: 3 * day - minute },
    deferred,
    { state: 'waiting', delay: 4 * hour },
  ],
  [
    'deferred for 3 days',
    { ...first, attempts: 20, age: 3 * day },
    deferred,
    { state: 'given-up' },
  ],
  ['refused, not its address', form, rejected, { state: 'waiting', delay: minute, refusals: 1 }],
  [
    'refused a third time',
    { ...first, attempts: 7, refusals: 2 },
    rejected,
    { state: 'given-up', refusals: 3 },
  ],
  [
    'refused twice, then deferred',
    { ...first, attempts: 3, refusals: 2 },
    deferred,
    { state: 'waiting', refusals: 2 },
  ],
  ['of an edition to no address', first, bounced, { state: 'refused', code: '550 5.1.1' }],
  ['of a form to no address', form, bounced, { state: 'given-up', code: '550 5.1.1' }],
] as const)('a mail %s', (_name, state, outcome, step) => {
  expect(decideNextStep(state, outcome)).toMatchObject(step);
});

/** Counts these outcomes of an edition's mails, and returns the results of the last one. */
function countAll(outcomes: readonly SendOutcome[], domains = 3, editionId?: string) {
  const streaks = createStreaks();
  let last = {};
  for (const [number, outcome] of outcomes.entries()) {
    const address = `reader@${number % domains}.example`;
    last = streaks.count({ address, ...(editionId ? { editionId } : {}) }, outcome);
  }
  return last;
}
const times = (count: number, outcome: SendOutcome) => Array<SendOutcome>(count).fill(outcome);

test.each([
  ['a fault', [fault], 'rest'],
  ['four closed connections', times(4, closed), undefined],
  ['five closed connections', times(5, closed), 'rest'],
  [
    'five closed connections with a mail between them',
    [...times(4, closed), sent, closed],
    undefined,
  ],
  ['a hundred deferred mails', times(100, deferred), 'work'],
  ['a hundred bounces', times(100, bounced), 'work'],
  ['a delivered mail', [fault, sent], 'work'],
] as const)('after %s the sender does: %s', (_name, outcomes, server) => {
  expect(countAll(outcomes)).toMatchObject({ server });
});

test.each([
  ['nine refusals', times(9, rejected), 3, false],
  ['ten refusals', times(10, rejected), 3, true],
  ['ten bounces', times(10, bounced), 3, true],
  ['ten refusals of two domains', times(10, rejected), 2, false],
  [
    'ten refusals with a delivered mail between them',
    [...times(5, rejected), sent, ...times(5, bounced)],
    3,
    false,
  ],
  [
    'ten refusals with deferred mails between them',
    [...times(5, rejected), ...times(3, deferred), ...times(5, bounced)],
    3,
    true,
  ],
  ['a hundred deferred mails', times(100, deferred), 9, false],
] as const)('%s of %i domains pause an edition: %s', (_name, outcomes, domains, isPaused) => {
  expect(countAll(outcomes, domains, 'edition')).toMatchObject({ isPaused });
  expect(countAll(outcomes, domains)).toMatchObject({ isPaused: false }); // Confirmations are never paused.
});
