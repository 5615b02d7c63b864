import { expect, test } from 'vitest';
import { getMailbox } from '#shared/newsletter/mailbox.ts';

test.each([
  ['asha@example.com', 'asha@example.com'],
  ['asha+one+two@example.com', 'asha@example.com'],
  ['a.sha@example.com', 'a.sha@example.com'],
  ['a.s.ha+one@gmail.com', 'asha@gmail.com'],
  ['asha@googlemail.com', 'asha@gmail.com'],
  ['a.sha@notgmail.com', 'a.sha@notgmail.com'],
  ['+@example.com', '+@example.com'],
])('the mailbox of %s is not %s', (key, mailbox) => {
  expect(getMailbox(key)).toBe(mailbox);
});
