import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createLineFormatter } from '#scripts/dev/log-line.ts';

const format = createLineFormatter(false);

it('a structured line becomes level, message and fields, and what nobody reads is left out', () => {
  const line =
    '{"level":30,"time":1,"pid":2,"hostname":"h","requestId":"r","path":"/blog","status":200,"msg":"answered"}';
  expect(format(line)).toEqual({
    text: 'INFO: answered {"path":"/blog","status":200}',
    isError: false,
  });
});

it('an error shows its stack, line by line', () => {
  const line = '{"level":50,"err":{"stack":"Error: no\\n    at here"},"msg":"request failed"}';
  const { text, isError } = format(line);
  expect(isError).toBe(true);
  expect(text).toMatch(/^ERROR: request failed/);
  expect(text).toMatch(/\n\s+Error: no\n\s+at here\n/);
});

it('a terminal that shows colours gets the same words in colour', () => {
  const line = '{"level":40,"path":"/blog","msg":"not found"}';
  const { text } = createLineFormatter(true)(line);
  expect(text).not.toBe(format(line).text);
  expect(stripVTControlCharacters(text)).toBe(format(line).text);
});

it.each(['Developing', '{ not JSON', '{"a":1}', ''])('%j stays as it is', (line) => {
  expect(format(line)).toEqual({ text: line, isError: false });
});
