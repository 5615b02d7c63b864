import { expect, test } from 'vitest';
import { createCounters, type MetricsRecorder } from '#server/observe/counters.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
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

test('invented addresses take no entry of the cache and no label of the metrics', async () => {
  const rendered = new Set<string>();
  const routes = new Set<string>();
  const counts: number[] = [];
  const measureResponse: MetricsRecorder['measureResponse'] = ({ cache, route }) => {
    if (cache === 'miss') rendered.add(route);
    routes.add(route);
  };
  const metrics = { ...createCounters([]), measureResponse };
  const { port } = await openSite({ assets: noAssets, metrics });
  const connection = new RawConnection(port);
  for (const first of [0, 140]) {
    rendered.clear();
    for (let number = first; number < first + 140; number += 1) {
      connection.write(makeRequest(number));
      expect((await connection.expect('HEAD')).status).toBeLessThan(500);
    }
    counts.push(routes.size);
  }
  expect([...rendered]).toEqual([]);
  expect(counts[1]).toBe(counts[0]);
  connection.destroy();
});
