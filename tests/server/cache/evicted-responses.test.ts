import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { SecondChanceCache } from '#server/cache/second-chance-cache.ts';
import { always } from '#shared/validity.ts';

const makeAnswer = (length: number) =>
  new CachedResponse({
    status: 200,
    headers: { 'content-type': 'text/html' },
    bytes: Buffer.alloc(length, 'a'),
    route: 'test',
    validity: always,
  });

test('the cache reports each response that it evicts', () => {
  const dropped: CachedResponse[] = [];
  const responses = Array.from({ length: 30 }, () => makeAnswer(10_000));
  const cache = new SecondChanceCache(100_000, (response) => dropped.push(response));
  for (const [index, response] of responses.entries()) cache.set(`/${index}`, response);
  expect(cache.count).toBeGreaterThan(0);
  expect(dropped).toEqual(responses.slice(0, responses.length - cache.count));
  cache.evict('/29');
  cache.evict('/29');
  expect(dropped.filter((response) => response === responses[29])).toHaveLength(1);
});

test('a response under the same key evicts the one before', () => {
  const dropped: CachedResponse[] = [];
  const [old, next] = [makeAnswer(100), makeAnswer(100)];
  const cache = new SecondChanceCache(1_000_000, (response) => dropped.push(response));
  cache.set('/', old);
  cache.set('/', next);
  expect(dropped).toEqual([old]);
  expect(cache.find('/')).toBe(next);
});
