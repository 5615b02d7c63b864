import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeys, createSubscriberId, createToken, hashToken } from '#server/newsletter/keys.ts';
import { findNetwork } from '#server/proxy/network.ts';

const old = createKeys(['the old secret']);
const rotated = createKeys(['the new secret', 'the old secret']);
const foreign = createKeys(['another secret']);

test('a token has 256 random bits, and only its hash can be found again', () => {
  const tokens = Array.from({ length: 100 }, createToken);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(100);
  for (const { token, hash } of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(token)).toBe(hash);
  }
});

test.each(['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)} `, `${'x'.repeat(43)}\n`])(
  '%j is not taken for a token',
  (text) => {
    expect(hashToken(text)).toBeUndefined();
  },
);

test('an unsubscribe link works after the secret has been rotated, and not under another one', () => {
  const id = createSubscriberId();
  const token = old.signSubscriber(id);
  expect(old.findSubscriberId(token)).toBe(id);
  expect(rotated.findSubscriberId(token)).toBe(id);
  expect(rotated.signSubscriber(id)).not.toBe(token);
  expect(foreign.findSubscriberId(token)).toBeUndefined();
});

test('a suppressed address is recognised after the secret has been rotated', () => {
  const [current, previous] = rotated.hashAddressByAll('asha@example.com');
  expect(current).toBe(rotated.hashAddress('asha@example.com'));
  expect(previous).toBe(old.hashAddress('asha@example.com'));
  expect(current).not.toBe(previous);
});

test('no altered unsubscribe token is accepted', () => {
  const token = old.signSubscriber(createSubscriberId());
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 3 }), (place, text) => {
      const altered = token.slice(0, place) + text + token.slice(place + 1);
      // The last digit of a signature carries four spare bits, so two digits can mean the same.
      if (altered.slice(0, -1) === token.slice(0, -1)) return;
      expect(old.findSubscriberId(altered)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('a limit’s name tells neither address nor network, and kinds do not mix', () => {
  expect(old.nameLimit('network', '203.0.113.7')).not.toContain('203');
  expect(old.nameLimit('network', 'x')).not.toBe(old.nameLimit('address', 'x'));
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1200::1', '20010db8000012'],
  ['2001:db8:0:12ff:ffff:ffff:ffff:ffff', '20010db8000012'],
  ['2001:db8:0:1300::1', '20010db8000013'],
  ['::1', '00000000000000'],
  ['fe80::1%eth0', 'fe800000000000'],
  ['1:2:3:4:5:6:7:8', '00010002000300'],
  ['nonsense', 'unknown'],
  [undefined, 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(findNetwork(address)).toBe(network);
});
