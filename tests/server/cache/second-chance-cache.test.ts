import { describe, expect, test } from 'vitest';
import { CachedResponse } from '#server/cache/cached-response.ts';
import { type Encoding, encodings } from '#server/cache/encodings.ts';
import { SecondChanceCache } from '#server/cache/second-chance-cache.ts';
import { always } from '#shared/validity.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { createRandom } from '../../helpers/hostile/random.ts';

describe('the memory of the cache', () => {
  const makeAnswer = (size: number, encoded?: ReadonlyMap<Encoding, Buffer>) =>
    new CachedResponse({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      bytes: Buffer.alloc(size, 'ab'),
      route: 'test',
      validity: always,
      ...(encoded ? { encoded } : {}),
    });

  test('stays below its limit, whatever is stored, sent, evicted and replaced', () => {
    const random = createRandom(2);
    const limit = 1_000_000;
    const cache = new SecondChanceCache(limit);
    const stored = new Map<string, CachedResponse>();
    for (let count = 0; count < 5_000; count += 1) {
      const key = `key-${random.below(60)}`;
      const action = random.below(4);
      if (action === 0) cache.evict(key);
      else if (action === 1)
        cache.find(key)?.getRepresentation([random.pick(encodings), 'identity']);
      else {
        const size = random.below(random.chance(0.02) ? 2_000_000 : 60_000);
        const encoded = new Map([['br' as const, Buffer.alloc(random.below(20_000))]]);
        const response = makeAnswer(size, random.chance(0.5) ? encoded : undefined);
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

  test('evicts the oldest response that was not used since the last check', () => {
    const evicted: CachedResponse[] = [];
    const make = () => makeAnswer(10_000);
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
    expect([evicted.length, evicted[1] === a]).toEqual([2, true]);
  });

  test('a page takes no more than it says, in all its codings', async () => {
    const { listener } = makeCachedSite();
    const text = await withServer(
      listener,
      async (port) => (await askPort(port, { path: '/events' })).body,
    );
    const response = new CachedResponse({
      status: 200,
      headers: {},
      bytes: text,
      route: 'test',
      validity: always,
    });
    const before = response.size;
    const sum = () =>
      encodings.reduce(
        (total, encoding) => total + response.getRepresentation([encoding]).body.length,
        0,
      );
    expect(sum()).toBeLessThanOrEqual(before);
    await response.compressWell();
    expect(sum()).toBeLessThanOrEqual(before);
    expect(response.size).toBe(before);
  });
});
