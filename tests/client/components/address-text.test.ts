import { expect, test } from 'vitest';
import { AddressText } from '#client/components/address-text.tsx';

test('equal parts of an address have keys of their own', () => {
  const keys = AddressText({ text: 'Singapore, Singapore' }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});
