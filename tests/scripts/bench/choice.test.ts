import { expect, it } from 'vitest';
import { parseChoice } from '#scripts/bench/choice.ts';

it('without arguments the memory is read after a bounded number of requests', () => {
  expect(parseChoice([])).toMatchObject({
    requests: 100_000,
    markdown: false,
    json: 'bench-result.json',
  });
});

it('--full asks a million times, and a number of its own goes before', () => {
  expect(parseChoice(['--full']).requests).toBe(1_000_000);
  expect(parseChoice(['--full', '--requests', '500', '--rounds=2'])).toMatchObject({
    requests: 500,
    rounds: 2,
  });
});

it('what goes into README is Markdown', () => {
  expect(parseChoice(['--readme'])).toMatchObject({ readme: true, markdown: true });
});

it.each([
  [['--fast'], '--fast'],
  [['--rounds', '0'], '--rounds must be a whole number'],
  [['--seconds', '1.5'], '--seconds must be a whole number'],
  [['--quick', '--full'], 'exclude each other'],
])('%j is refused with words', (args, words) => {
  expect(() => parseChoice(args)).toThrow(words);
});
