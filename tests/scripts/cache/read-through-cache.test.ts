import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readThroughCache } from '#scripts/cache/read-through-cache.ts';

test('a result for the same bytes and settings is not computed again', async () => {
  const input = randomUUID();
  let count = 0;
  const make = async (level: number, source: string) =>
    String(
      await readThroughCache({ level }, source, async () => `${source} at ${level}: ${++count}`),
    );
  expect(await make(1, input)).toBe(`${input} at 1: 1`);
  expect(await make(1, input)).toBe(`${input} at 1: 1`);
  expect(await make(2, input)).toBe(`${input} at 2: 2`);
  expect(await make(1, `${input}!`)).toBe(`${input}! at 1: 3`);
});
