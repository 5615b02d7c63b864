import { expect, test } from 'vitest';
import { createCounters, type MetricsRecorder } from '#server/observe/counters.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
import { measureHeap } from '../../helpers/hostile/measure-heap.ts';
import { host, RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { openSite } from '../../helpers/site/open-site.ts';

/** New addresses of every kind that the cache or Express handles differently. */
const makeTargets = (number: number) => [
  ...[`/unknown-${number}`, `/blog/${number}%20`, `/?${number}`, `/thank-you?type=${number}`],
  ...[`/%zz${number}`, `/About/?${number}`, `/fonts/${number}.woff2`, `/favicon.svg?${number}`],
  ...[`/events?utm_source=${number}&month=${number}&city=berlin`, `/feed.xml?${number}`],
  ...[`/events?__proto__[${number}]=1&event=${number}`, `/blog?page=${number + 30}`],
  `/events.ics?city=${number}&month=${number}`,
  `/page-data/events?page=${number + 30}&x=${number}`,
];

function makeRequest(number: number): Buffer {
  const targets = makeTargets(number);
  const target = targets[number % targets.length] ?? '/';
  const own = [`Accept-Encoding: br;q=0.${number}, gzip`, `If-None-Match: "${number}"`];
  return write({ method: 'HEAD', target, headers: [host, ...own, `X-Request-Id: ${number}`] });
}

test('invented addresses use no memory and no entry of the cache', async () => {
  const rendered = new Set<string>();
  const measureResponse: MetricsRecorder['measureResponse'] = ({ cache, route }) =>
    void (cache === 'miss' && rendered.add(route));
  const metrics = { ...createCounters([]), measureResponse };
  const { port } = await openSite({ assets: noAssets, metrics });
  const connection = new RawConnection(port);
  let number = 0;
  async function ask(count: number) {
    const end = number + count;
    while (number < end) {
      const batch = Array.from({ length: 24 }, () => makeRequest(number++));
      connection.write(Buffer.concat(batch));
      for (const _request of batch) {
        expect((await connection.expect('HEAD')).status).toBeLessThan(500);
      }
    }
  }
  await ask(2_400);
  rendered.clear();
  /** The bytes that remain after 2,400 requests, numbered from this number on. */
  const measureGrowth = async (first: number) => {
    number = first;
    const before = measureHeap();
    await ask(2_400);
    return measureHeap() - before;
  };
  // Repeated requests leave memory too, so the addresses' share is the difference.
  let excess = Number.POSITIVE_INFINITY;
  for (let round = 1; round < 7 && excess >= 100_000; round += 1) {
    const known = await measureGrowth(0);
    excess = (await measureGrowth(round * 2_400)) - known;
  }
  expect([...rendered], 'rendered for the cache').toEqual([]);
  expect(excess).toBeLessThan(100_000); // 40 stored bytes for each address make 130 kB.
  connection.destroy();
});
