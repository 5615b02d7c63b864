import { expect, test } from 'vitest';
import { createKeys, createToken } from '#server/newsletter/keys/keys.ts';
import { redact, redactLine } from '#server/observe/redact.ts';

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
  ['/blog%3fq[]=my%20name', '/blog?[query]'],
])('what is somebody’s does not reach the log: %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test('the token of a link does not reach the log, wherever it stands', () => {
  const link = createKeys(['a-secret-of-thirty-two-characters!']).signAddress('asha@example.com');
  const tokens = Array.from({ length: 50 }, () => createToken().token);
  for (const token of [link, ...tokens]) expect(redact(`/x/${token}`)).toBe('/x/[token]');
});

test.each([
  '/blog/how-we-choose-the-ventures-that-we-back-in-2026',
  'at renderToPipeableStream (/app/node_modules/@emotion/react/dist/index.js:12:5)',
  'at p (/assets/newsletter-confirm-page-6PBPFJ6E.js:1:234)',
  'file:///srv/site/server/middleware/read-body.ts:40:3',
  'Minified React error #418',
  'render@https://circle.example/assets/entry-6PBPFJ6E.js:1:2',
  '/node_modules/@emotion/css/index.js',
  '2f6b1c1e-9a55-4c1f-8b7e-0d6c8a1f2b3c',
])('what is nobody’s stays readable: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('a line is one line, of bounded length and without control characters', () => {
  expect(redactLine('one\n\u001b[31mtwo\u0000\u2028three\u202e')).toBe('one [31mtwo three');
  const long = redactLine('x '.repeat(5_000));
  expect(long).toHaveLength(300);
  expect(long.endsWith('…')).toBe(true);
});

test('a hostile text is looked through in no time', () => {
  const startedAt = performance.now();
  const parts = ['a@', '%40.', '?a=', 'aB1', '@.@.', 'a.', '%3F%3F'];
  for (const part of parts) redact(part.repeat(20_000));
  expect(performance.now() - startedAt).toBeLessThan(10_000); // it would be hours
  const measure = (text: string, from = process.threadCpuUsage()) =>
    redact(text) && process.threadCpuUsage(from).user;
  expect(measure('%40'.repeat(20_000))).toBeLessThan(5 * +measure('%41'.repeat(20_000))); // it was twenty times
});
