import { expect, test } from 'vitest';
import { contact } from '#shared/content/contact.ts';

test('without the frame the page shows the address', () => {
  expect(contact.frameTitle).not.toBe('');
  expect(contact.frameNote).toContain('{email}');
  expect(contact.standIn.text).toContain('{email}');
});
