import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSubscriptionOutcome } from '#shared/newsletter/subscription.ts';

test.each(['accepted', 'invalid', 'not-open'])('the outcome %s is understood', (outcome) => {
  expect(parseSubscriptionOutcome({ outcome })).toBe(outcome);
  expect(parseSubscriptionOutcome(JSON.parse(`{"outcome":"${outcome}","more":1}`))).toBe(outcome);
});

test.each([
  undefined,
  null,
  'accepted',
  [],
  ['accepted'],
  {},
  { outcome: undefined },
  { outcome: 'Accepted' },
  { outcome: 'constructor' },
  { outcome: ['accepted'] },
  { Outcome: 'accepted' },
])('the answer %j is not an outcome', (answer) => {
  expect(parseSubscriptionOutcome(answer)).toBeUndefined();
});

test('any other answer is not an outcome, and does not throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ outcome: fc.anything() })), (answer) => {
      const outcome = parseSubscriptionOutcome(answer);
      expect([undefined, 'accepted', 'invalid', 'not-open']).toContain(outcome);
      if (outcome !== undefined) expect(answer).toMatchObject({ outcome });
    }),
  );
});
