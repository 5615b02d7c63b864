import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { SecondChanceCache } from '#server/cache/second-chance-cache.ts';

const makeAnswer = (length: number) =>
  new CachedResponse({
    status: 200,
    headers: { 'content-type': 'text/html' },
    bytes: Buffer.alloc(length, 'a'),
    route: 'test',
    day: undefined,
  });

test('whoever holds on to an answer is told when the cache lets it go', () => {
  const dropped: CachedResponse[] = [];
  const answers = Array.from({ length: 30 }, () => makeAnswer(10_000));
  const cache = new SecondChanceCache(100_000, (answer) => dropped.push(answer));
  for (const [index, answer] of answers.entries()) cache.set(`/${index}`, answer);
  expect(cache.count).toBeGreaterThan(0);
  expect(dropped).toEqual(answers.slice(0, answers.length - cache.count));
  cache.evict('/29');
  cache.evict('/29');
  expect(dropped.filter((answer) => answer === answers[29])).toHaveLength(1);
});

test('an answer that takes the place of another lets that one go', () => {
  const dropped: CachedResponse[] = [];
  const [old, next] = [makeAnswer(100), makeAnswer(100)];
  const cache = new SecondChanceCache(1_000_000, (answer) => dropped.push(answer));
  cache.set('/', old);
  cache.set('/', next);
  expect(dropped).toEqual([old]);
  expect(cache.find('/')).toBe(next);
});
