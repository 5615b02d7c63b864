import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeys, createToken, hashToken } from '#server/newsletter/keys/keys.ts';

const old = createKeys(['the old secret']);
const rotated = createKeys(['the new secret', 'the old secret']);
const foreign = createKeys(['another secret']);

test('a token has 256 random bits, and only its hash can be found again', () => {
  const tokens = Array.from({ length: 100 }, createToken);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(100);
  for (const { token, hash } of tokens) {
    for (const text of [token, hash]) expect(text).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(token)).toBe(hash);
  }
  for (const wrong of ['', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}\n`, 'x'.repeat(64)]) {
    expect(hashToken(wrong)).toBeUndefined();
  }
});

const key = 'asha@example.com';

test('an unsubscribe link works after the secret was rotated, but not with another secret', () => {
  const token = old.signAddress(key);
  expect(token).not.toContain('asha');
  expect(old.findLinkOwner(token)).toBe(key);
  expect(rotated.findLinkOwner(token)).toBe(key);
  expect(foreign.findLinkOwner(token)).toBeUndefined();
  expect(rotated.signAddress(key)).not.toBe(old.signAddress(key));
});

test('a suppressed address is found with every secret in the list, and with one that an earlier version stored', () => {
  const later = createKeys(['the new secret']);
  expect(rotated.hashAddressByAll(key)).toEqual([later, old].map((each) => each.hashAddress(key)));
  expect(later.hashAddressByAll(key)).not.toContain(old.hashAddress(key));
  // This is from a database of that version: the old secret, encrypted with the new one.
  const stored =
    '86a86fe08cea76d53c3d1460a3775f2b170e2365acddd547ebeb0fd2b54f81447975f3e785245bca8ffd';
  for (const keys of [foreign, later]) keys.addStoredSecrets([stored, 'ff'.repeat(40)]);
  expect(later.hashAddressByAll(key)).toContain(old.hashAddress(key));
  expect(later.listSecretIds()).toEqual(rotated.listSecretIds());
  expect(later.findLinkOwner(old.signAddress(key))).toBeUndefined();
  expect(foreign.listSecretIds()).toHaveLength(1);
});

test('no altered unsubscribe token is accepted', () => {
  const token = old.signAddress(key);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 3 }), (place, text) => {
      const altered = token.slice(0, place) + text + token.slice(place + 1);
      if (altered === token) return;
      expect(old.findLinkOwner(altered)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
