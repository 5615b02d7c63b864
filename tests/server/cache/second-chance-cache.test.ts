import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { type Encoding, encodings } from '#server/cache/encodings.ts';
import { SecondChanceCache } from '#server/cache/second-chance-cache.ts';
import { always } from '#shared/validity.ts';
import { ask } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';

const parts = { status: 200, route: 'test', validity: always };
const makeResponse = (size: number, encoded?: ReadonlyMap<Encoding, Buffer>) =>
  new CachedResponse({
    ...parts,
    headers: { 'content-type': 'text/plain' },
    bytes: Buffer.alloc(size, 'ab'),
    ...(encoded ? { encoded } : {}),
  });

test('the cache stays below its limit, whatever is stored, sent, evicted and replaced', () => {
  const limit = 1_000_000;
  const cache = new SecondChanceCache(limit, () => {});
  const stored = new Map<string, CachedResponse>();
  const step = fc.record({
    key: fc.nat(59).map((number) => `key-${number}`),
    action: fc.constantFrom('evict', 'find', 'set', 'set'),
    encoding: fc.constantFrom(...encodings),
    size: fc.oneof({ weight: 49, arbitrary: fc.nat(60_000) }, fc.nat(2_000_000)),
    brotli: fc.option(fc.nat(20_000), { nil: undefined, freq: 1 }),
  });
  const steps = fc.sample(step, { seed: 2, numRuns: 2_000 });
  for (const { key, action, encoding, size, brotli } of steps) {
    if (action === 'evict') cache.evict(key);
    else if (action === 'find') cache.find(key)?.getRepresentation([encoding, 'identity']);
    else {
      const encoded = brotli && new Map([['br' as const, Buffer.alloc(brotli)]]);
      const response = makeResponse(size, encoded || undefined);
      cache.set(key, response);
      stored.set(key, response);
    }
    // What is really there, found without the cache's own count.
    let sum = 0;
    for (const [name, response] of stored) {
      if (cache.find(name) === response) sum += response.size;
    }
    expect(sum).toBeLessThanOrEqual(limit);
    expect(cache.size).toBe(sum);
  }
});

test('the cache evicts and reports, once, the oldest response that was not used since the last check', () => {
  const evicted: CachedResponse[] = [];
  const make = () => makeResponse(10_000);
  const [a, b, c, d, e] = [make(), make(), make(), make(), make()];
  const cache = new SecondChanceCache(3 * a.size, (response) => evicted.push(response));
  cache.set('a', a);
  cache.set('b', b);
  cache.set('c', c);
  cache.find('a');
  cache.set('d', d);
  expect(evicted.map((response) => response === b)).toEqual([true]);
  cache.find('c');
  cache.set('e', e);
  expect([evicted.length, evicted[1] === a, cache.count]).toEqual([2, true, 3]);
  cache.set('e', make());
  cache.evict('d');
  cache.evict('d');
  expect([evicted.length, evicted[2] === e, evicted[3] === d]).toEqual([4, true, true]);
});

test('a page takes no more than it says, in all its encodings', async () => {
  const bytes = (await ask(makeCachedSite().listener, { path: '/events' })).body;
  const response = new CachedResponse({ ...parts, headers: {}, bytes });
  const before = response.size;
  const lengths = () => encodings.map((each) => response.getRepresentation([each]).body.length);
  const sum = () => lengths().reduce((total, length) => total + length, 0);
  const quick = sum();
  expect(quick).toBeLessThanOrEqual(before);
  await response.compressWell(); // Nothing has been sent: nothing is worth it.
  expect(sum()).toBe(quick);
  const sent = encodings.map((each) => response.getRepresentation([each]));
  expect([...sent, ...sent].map((each) => response.countSent(each))).toEqual(
    encodings.flatMap(() => false).concat(encodings.map((each) => each !== 'identity')),
  );
  await response.compressWell();
  expect(sum()).toBeLessThan(quick);
  expect(response.size).toBe(before);
});
