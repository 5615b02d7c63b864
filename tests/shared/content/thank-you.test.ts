import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseThankYouKind, thankYou } from '#shared/content/thank-you.ts';

const { messages, whatsNext, contactText } = thankYou;

test('an interested visitor is told of the review within 48 hours and of the confirmation email', () => {
  expect(messages.interest.title).toBe('Thank You for Your Interest!');
  expect(messages.interest.paragraphs.join(' ')).toMatch(/reviews submissions within 48 hours/);
  expect(messages.interest.paragraphs.join(' ')).toMatch(/confirmation email follows/);
});

test('a subscriber is welcomed, told of the subscription and asked to check the email', () => {
  expect(messages.newsletter.title).toMatch(/^Welcome/);
  const words = messages.newsletter.paragraphs.join(' ');
  expect(words).toMatch(/subscription .*confirmed/);
  expect(words).toMatch(/check your email/);
});

test('everyone else is thanked', () => {
  expect(messages.general.title).toMatch(/^Thank you/i);
});

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
