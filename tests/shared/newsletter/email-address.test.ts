import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';

/** 254 characters. */
const longest = `aa@${`${'b'.repeat(61)}.`.repeat(4)}com`;

test.each([
  ['asha@example.com', 'asha@example.com', 'asha@example.com'],
  ['Asha.Rao+setu@Example.COM', 'Asha.Rao+setu@example.com', 'asha.rao+setu@example.com'],
  ["o'brien@example.ie", "o'brien@example.ie", "o'brien@example.ie"],
  ['asha@bücher.example', 'asha@xn--bcher-kva.example', 'asha@xn--bcher-kva.example'],
  ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  [longest, longest, longest],
])('%j is not read as %s', (text, address, key) => {
  expect(parseEmailAddress(text)).toEqual({ kind: 'address', address, key });
});

test.each([
  '\r\n',
  ...' \t\u00a0\u202f\u3000\u0085\u2028\u00ad\u180e\u200b\u200d\u200e\u202a',
  ...'\u202c\u2060\u2066\u2069\ufe0f\ufeff\u034f\u{e0001}',
])('an address may be pasted with %j around it', (blank) => {
  const address = 'asha@example.com';
  for (const text of [blank + address, address + blank, `${blank} ${address}${blank}${blank}`]) {
    expect(parseEmailAddress(text)).toMatchObject({ address });
  }
});

test.each([
  ...['', 'asha', 'asha@', '@example.com', 'asha@localhost', 'asha@-example.com'],
  ...['asha@example-.com', 'asha@example..com', 'asha@example.com.', 'asha@0x7f.1'],
  ...['asha@[127.0.0.1]', 'asha@example.123', 'asha@exa%6dple.com', 'asha@example.com:25'],
  ...['a b@example.com', '.asha@example.com', 'asha.@example.com', 'as..ha@example.com'],
  ...['"asha"@example.com', 'Asha <asha@example.com>', '\u200b'],
  ...['asha@example.com, ravi@example.com', 'asha@example.com\r\nBcc: all@example.com'],
  ...['asha\0@example.com', 'asha@exam\u200bple.com'],
  ...[`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a${longest}`],
])('%j is read as an address', (text) => {
  expect(parseEmailAddress(text)).toEqual({ kind: 'invalid' });
});

test.each(['आशा@example.com', 'jürgen@example.de'])('%s is non-ASCII', (text) => {
  expect(parseEmailAddress(text)).toEqual({ kind: 'non-ascii' });
});

test('every accepted address is ASCII, on one line, and is read unchanged again', () => {
  const words = fc.string({ unit: 'binary' });
  const likely = fc.tuple(words, words).map(([local, domain]) => `${local}@${domain}.com`);
  const any = fc.oneof(fc.emailAddress(), words, likely);
  fc.assert(
    fc.property(any, (text) => {
      const result = parseEmailAddress(text);
      if (result.kind !== 'address') return;
      expect(result.address).toMatch(/^[\x21-\x7e]+$/);
      expect(result.address).not.toMatch(/[\s<>,;:"()\\[\]]/);
      expect(parseEmailAddress(result.address)).toEqual(result);
    }),
    { numRuns: 2000 },
  );
});
