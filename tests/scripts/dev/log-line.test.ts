import { expect, it } from 'vitest';
import { formatLogLine } from '#scripts/dev/log-line.ts';

it('a structured line becomes level, message and fields', () => {
  const line =
    '{"level":30,"time":1,"pid":2,"hostname":"h","path":"/blog","status":200,"msg":"answered"}';
  expect(formatLogLine(line)).toBe('info  answered path=/blog status=200');
});

it('an error shows its stack', () => {
  const line = '{"level":50,"err":{"stack":"Error: no\\n    at here"},"msg":"request failed"}';
  expect(formatLogLine(line)).toBe('error request failed\nError: no\n    at here');
});

it.each(['Developing', '{ not JSON', '{"a":1}', ''])('%j stays as it is', (line) => {
  expect(formatLogLine(line)).toBe(line);
});
