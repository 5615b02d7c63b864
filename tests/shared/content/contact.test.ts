import { expect, test } from 'vitest';
import { contact } from '#shared/content/contact.ts';

test('the contact page is for the four purposes of the specification', () => {
  expect(contact.title).toBe('Get in Touch');
  expect(contact.reasons.map(({ title }) => title)).toEqual([
    'Mentorship',
    'Partnerships',
    'Corporate collaboration',
    'Other contributions',
  ]);
});

test('those to whom the frame shows nothing are told the address', () => {
  expect(contact.frameTitle).not.toBe('');
  expect(contact.frameNote).toContain('{email}');
  expect(contact.standIn.text).toContain('{email}');
});
