import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseThankYouKind, thankYou } from '#shared/content/thank-you.ts';

const { whatsNext, contactText } = thankYou;

test('"What\'s Next" has two tips, and an address to write to', () => {
  expect(whatsNext.title).toBe("What's Next");
  expect(whatsNext.tips).toHaveLength(2);
  expect(contactText).toContain('{email}');
});

test.each(['interest', 'newsletter'] as const)('type=%s selects its message', (type) => {
  expect(parseThankYouKind(type)).toBe(type);
});

test('any other type, of whatever kind, selects the general message', () => {
  const hostile = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.constantFrom(
      'general',
      'Interest',
      ' interest',
      'interest\0',
      'constructor',
      '__proto__',
      ['interest'],
      { type: 'newsletter' },
    ),
  );
  fc.assert(
    fc.property(hostile, (value) => {
      fc.pre(value !== 'interest' && value !== 'newsletter');
      expect(parseThankYouKind(value)).toBe('general');
    }),
  );
});
