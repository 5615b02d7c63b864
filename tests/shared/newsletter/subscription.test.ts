import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listOutcomes } from '#shared/newsletter/outcomes.ts';
import { parseSubscriptionOutcome } from '#shared/newsletter/subscription.ts';

const outcomes = ['accepted', 'non-ascii', ...listOutcomes('subscribe')];

test.each(outcomes)('the outcome %s is read', (outcome) => {
  expect(parseSubscriptionOutcome({ outcome })).toBe(outcome);
  expect(parseSubscriptionOutcome(JSON.parse(`{"outcome":"${outcome}","more":1}`))).toBe(outcome);
});

test.each([
  ...[undefined, null, 'accepted', [], ['accepted'], {}, { outcome: undefined }],
  ...[{ outcome: 'Accepted' }, { outcome: 'constructor' }, { outcome: ['accepted'] }],
  ...[{ outcome: 'confirmed' }, { Outcome: 'accepted' }],
])('the response %j is not an outcome', (json) => {
  expect(parseSubscriptionOutcome(json)).toBeUndefined();
});

test('any other response is not an outcome, and does not throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ outcome: fc.anything() })), (json) => {
      const outcome = parseSubscriptionOutcome(json);
      expect([undefined, ...outcomes]).toContain(outcome);
      if (outcome !== undefined) expect(json).toMatchObject({ outcome });
    }),
  );
});
