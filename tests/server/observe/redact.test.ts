import { expect, test } from 'vitest';
import { redact, redactLine, redactPath } from '#server/observe/redact.ts';

test.each([
  ['Unexpected token a, "a@b.example" is not JSON', 'Unexpected token a, "[address]" is not JSON'],
  ['/leave/asha.o%27neil%40mail.example.org/now', '/leave/[address]/now'],
  ['Ärger+news@bücher.example', '[address]'],
  ['/asha@b%C3%BCcher.example', '/[address]'],
  ['/x/asha%2540example.com', '/x/[address]'],
  ['/x/asha%25252540example%2Ecom/y', '/x/[address]/y'],
  ['/x/asha%EF%BC%A0example.com and asha＠example.com', '/x/[address] and [address]'],
  ['/x/asha@localhost/y, asha%40mail', '/x/[address]/y, [address]'],
  ['समीर@उदाहरण.भारत', '[address]'],
  ['/%22asha%20k%22%40[192.0.2.1]', '/[address]]'],
  ['GET https://site.example/a?token=abc&b=1 failed', 'GET https://site.example/a?[query] failed'],
  ['/newsletter/confirm%3Ftoken=abc', '/newsletter/confirm?[query]'],
  ['/%40asha@mail.example, a@b.1.2.3.4.5.6.7.8.9.asha@c', '/%40[address], [address]@c'],
  ['/blog%3fq[]=my%20name', '/blog?[query]'],
])('personal data are not logged: %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  '/blog/how-we-choose-the-ventures-that-we-back-in-2026',
  'at renderToPipeableStream (/app/node_modules/@emotion/react/dist/index.js:12:5)',
  'at p (/assets/newsletter-confirm-page-6PBPFJ6E.js:1:234)',
  'file:///srv/site/server/middleware/read-body.ts:40:3',
  'Minified React error #418',
  'render@https://circle.example/assets/entry-6PBPFJ6E.js:1:2',
  'p@/assets/entry-ABCDEFGH.js:1:48213',
  '/node_modules/@emotion/css/index.js',
  '2f6b1c1e-9a55-4c1f-8b7e-0d6c8a1f2b3c',
])('text without personal data is logged unchanged: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('a line is one line, of bounded length and without control characters', () => {
  expect(redactLine('one\n\u001b[31mtwo\u0000\u2028three\u202e')).toBe('one [31mtwo three');
  const long = redactLine('x '.repeat(5_000));
  expect(long).toHaveLength(300);
  expect(long.endsWith('…')).toBe(true);
});

test('only twice the logged length of a path is searched', () => {
  const start = `/${'a/'.repeat(80)}`;
  expect(redactPath(`${start}asha@mail.example/${'z'.repeat(10_000)}`)).toBe(
    `${start}[address]/${'z'.repeat(199 - start.length - 10)}…`,
  );
  expect(redactPath(`${start}${'z'.repeat(30)}${'%41'.repeat(20)}@mail.example`)).not.toContain(
    'b',
  );
});
