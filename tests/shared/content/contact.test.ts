import { expect, test } from 'vitest';
import { contact } from '#shared/content/contact.ts';

test('those to whom the frame shows nothing are told the address', () => {
  expect(contact.frameTitle).not.toBe('');
  expect(contact.frameNote).toContain('{email}');
  expect(contact.standIn.text).toContain('{email}');
});
