import { describe, expect, test } from 'vitest';
import type { SendOutcome } from '#server/newsletter/mail/mailer.ts';
import {
  decideNextStep,
  maxFailuresInRow,
  maxRejectionsInRow,
  type NextStep,
  noStreak,
} from '#server/newsletter/mail/next-step.ts';
import { longestWait } from '#server/newsletter/mail/timing.ts';
import type { MailState } from '#server/newsletter/store/store.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';

/* What follows from an attempt, as a table. outbox.test.ts has the same with a database and a mail server. */

const first: MailState = {
  kind: 'edition',
  attempts: 1,
  rejections: 0,
  silences: 0,
  age: 0,
  isPaused: false,
  isConfirmed: true,
  bounceDays: 0,
  hasBouncedToday: false,
  hasReached: true,
};
const confirmation = { kind: 'confirmation', isConfirmed: false, hasReached: false } as const;

const sent: SendOutcome = { kind: 'sent' };
const silent: SendOutcome = { kind: 'perhaps-sent', code: 'timeout' };
const bounced: SendOutcome = { kind: 'bounced', code: '550 5.1.1' };
const deferred: SendOutcome = { kind: 'deferred', code: '450', scope: 'recipient' };
const rejected: SendOutcome = { kind: 'rejected', code: '550', scope: 'recipient' };
const rejectedMessage: SendOutcome = { kind: 'rejected', code: '554', scope: 'message' };
const noConnection: SendOutcome = { kind: 'deferred', code: 'ECONNREFUSED', scope: 'server' };
const wrongSender: SendOutcome = { kind: 'rejected', code: '550', scope: 'server' };

const pause = 7; // milliseconds
const decide = (
  state: Partial<MailState>,
  outcome: SendOutcome,
  { streak = noStreak, isSending = false } = {},
) => decideNextStep({ ...first, ...state }, outcome, { streak, isSending, pause });

const tryIn = (delay: number) => ({ state: 'waiting', delay }) as const;
const state = (name: 'sent' | 'perhaps-sent' | 'given-up' | 'removed') => ({ state: name });

describe('the mail', () => {
  test.each<[string, Partial<MailState>, SendOutcome, NextStep['mail']]>([
    ['accepted', {}, sent, state('sent')],
    ['accepted after ten days', { age: 11 * day }, sent, state('sent')],
    ['without a response', {}, silent, tryIn(day)],
    ['without a response for the second time', { silences: 1 }, silent, state('perhaps-sent')],
    ['without a response and deferred', { silences: 1 }, deferred, tryIn(minute)],
    ['deferred once', {}, deferred, tryIn(minute)],
    ['deferred four times', { attempts: 4 }, deferred, tryIn(8 * minute)],
    ['deferred six times', { attempts: 6 }, deferred, tryIn(32 * minute)],
    ['deferred seven times', { attempts: 7 }, deferred, tryIn(hour)],
    ['deferred 200 times', { attempts: 200, age: 9 * day }, deferred, tryIn(hour)],
    ['deferred for ten days', { attempts: 200, age: 10 * day }, deferred, state('given-up')],
    ['without a connection for ten days', { age: 10 * day }, noConnection, state('given-up')],
    ['deferred in a pause', { age: 10 * day, isPaused: true }, deferred, tryIn(minute)],
    ['rejected once', {}, rejected, tryIn(hour)],
    ['rejected twice', { attempts: 2, rejections: 1 }, rejected, tryIn(12 * hour)],
    ['rejected thrice', { attempts: 3, rejections: 2 }, rejected, state('given-up')],
    ['rejected thrice, asked for again', { attempts: 1, rejections: 2 }, rejected, tryIn(hour)],
    ['rejected in a pause', { attempts: 3, rejections: 2, isPaused: true }, rejected, tryIn(0)],
    ['bounced once', {}, bounced, tryIn(day)],
    ['bounced twice on a day', { bounceDays: 2, hasBouncedToday: true }, bounced, tryIn(day)],
    ['bounced on three days', { bounceDays: 2 }, bounced, state('removed')],
    ['bounced like all others', { bounceDays: 2, hasReached: false }, bounced, tryIn(day)],
    ['bounced for ten days', { age: 10 * day, hasReached: false }, bounced, state('given-up')],
    ['mistyped', { ...confirmation, bounceDays: 2 }, bounced, state('given-up')],
  ])('%s', (_name, given, outcome, mail) => {
    expect(decide(given, outcome).mail).toEqual(mail);
    expect('delay' in mail ? mail.delay : 0).toBeLessThan(longestWait);
  });

  test.each<[string, Partial<MailState>, SendOutcome, Partial<NextStep>]>([
    ['accepted', { bounceDays: 2 }, sent, { rejections: 0, silences: 0, bounceDays: 0 }],
    ['deferred', { bounceDays: 2, rejections: 1 }, deferred, { rejections: 1, silences: 0 }],
    ['rejected', { rejections: 1 }, rejected, { rejections: 2, silences: 0 }],
    ['without a response', { rejections: 1 }, silent, { rejections: 1, silences: 1 }],
    ['bounced', { bounceDays: 1 }, bounced, { rejections: 0, silences: 0, bounceDays: 2 }],
  ])('%s is counted', (_name, given, outcome, counts) => {
    const { mail, batch, streak, isServerDown, ...counted } = decide(given, outcome);
    expect(counted).toEqual(counts);
  });
});

describe('the batch', () => {
  const resumed = { state: 'resumed' };
  const untilResume = { state: 'paused' };
  const forAWhile = { state: 'paused', time: pause };

  test.each<[string, Partial<MailState>, SendOutcome, object]>([
    ['an accepted edition', {}, sent, { state: 'unchanged' }],
    ['an accepted confirmation', confirmation, sent, { state: 'unchanged' }],
    ['an accepted probe of the confirmations', { ...confirmation, isPaused: true }, sent, resumed],
    ['an edition sent in its pause', { isPaused: true }, sent, { state: 'unchanged' }],
  ])('%s', (_name, given, outcome, batch) => {
    expect(decide(given, outcome).batch).toEqual(batch);
  });

  test.each<[string, Partial<MailState>, SendOutcome, number, object]>([
    ['rejected recipients of an edition', {}, rejected, maxRejectionsInRow, untilResume],
    ['addresses of an edition that bounce', {}, bounced, maxRejectionsInRow, untilResume],
    ['rejections of the sender', {}, wrongSender, maxFailuresInRow, untilResume],
    ['rejections of the message', {}, rejectedMessage, maxFailuresInRow, untilResume],
    ['confirmations with a wrong sender', confirmation, wrongSender, maxFailuresInRow, forAWhile],
  ])(
    '%s pause it after a row of them, and then count from zero',
    (_name, given, outcome, max, batch) => {
      let streak = noStreak;
      for (let count = 1; count <= max; count += 1) {
        // What says nothing about the batch neither ends the row nor makes it longer.
        for (const other of [deferred, silent, noConnection]) {
          const next = decide(given, other, { streak });
          expect([next.streak, next.batch]).toEqual([streak, { state: 'unchanged' }]);
        }
        const next = decide({ ...given, rejections: 2, attempts: 3 }, outcome, { streak });
        expect(next.batch).toEqual(count === max ? batch : { state: 'unchanged' });
        if (count === max) expect(next.mail).not.toEqual(state('given-up'));
        streak = next.streak;
      }
      expect(streak).toEqual(noStreak);
    },
  );

  test('an accepted mail ends a row, and rejected recipients of confirmations make none', () => {
    const streak = { rejections: maxRejectionsInRow - 1, failures: maxFailuresInRow - 1 };
    expect(decide({}, sent, { streak }).streak).toEqual(noStreak);
    for (const outcome of [rejected, bounced]) {
      expect(decide(confirmation, outcome, { streak }).streak).toEqual(streak);
    }
  });
});

test.each([
  ['no connection', noConnection, true],
  ['a rejected sender', wrongSender, true],
  ['a deferred recipient', deferred, false],
  ['a rejected recipient', rejected, false],
  ['a rejected message', rejectedMessage, false],
  ['an address that bounces', bounced, false],
  ['no response to the whole mail', silent, false],
  ['an accepted mail', sent, false],
])('%s shows that the mail server is down: %j', (_name, outcome, isServerDown) => {
  expect(decide({}, outcome).isServerDown).toBe(isServerDown);
  // If others were sent while this mail hung, the server is not down.
  expect(decide({}, outcome, { isSending: true }).isServerDown).toBe(false);
});
