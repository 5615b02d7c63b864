import autocannon from 'autocannon';
import { createProgressBar } from '#server/newsletter/operator/progress-bar.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import type { RunningSite } from '../site/start-site.ts';
import { type Goal, getMedian, type Measurement } from './results.ts';
import { readMemory, startNaive, startOurs } from './servers.ts';

const likeNaive: Goal = { max: 1, of: 'naive' };

/** Memory under a mixture of requests, and how much it grows while they go on. */
export async function measureMemory(amount: number): Promise<Measurement[]> {
  const paths = [...pages, ...createResources(publishedContent)].flatMap(({ path }) => path ?? []);
  const ours = await sample('Ours', startOurs(), paths, amount);
  const naive = await sample('Naive', startNaive(), ['/'], Math.ceil(amount / 20)); // It has one page.
  const growth = ours.last - ours.second;
  return [
    { name: 'memory under load, MB', ours: [ours.last], naive: [naive.last], goals: [likeNaive] },
    // A leak in each request would be far above this noise.
    { name: 'memory, growth in the second half, MB', ours: [growth], goals: [{ max: 32 }] },
  ];
}

/** Every path in each encoding, and as many addresses that were never requested before. @returns medians in MB */
async function sample(
  label: string,
  starting: Promise<RunningSite>,
  paths: readonly string[],
  amount: number,
) {
  await using site = await starting;
  const reads = paths.flatMap((path) =>
    ['br', 'gzip', 'identity'].map((name) => ({ path, headers: { 'accept-encoding': name } })),
  );
  const invent = (request: autocannon.Request) => {
    return { ...request, path: `/events?city=${Math.random()}&event=${Math.random()}` };
  };
  const requests = reads.flatMap((read) => [read, { ...read, setupRequest: invent }]);
  const samples: number[] = [];
  const sampler = setInterval(() => samples.push(readMemory(site.pid)), 250);
  const progress = createProgressBar(`${label}, requests`);
  let done = 0;
  const setupClient = (client: autocannon.Client) =>
    void client.on('response', () => {
      done += 1;
      progress.update(done, amount);
    });
  const load = { url: site.origin, connections: 16, timeout: 60, amount, requests, setupClient };
  const result = await autocannon(load);
  clearInterval(sampler);
  progress.end();
  const failed = result.errors + result['5xx'];
  if (failed > 0) throw new Error(`${label}: ${failed} of ${amount} requests failed`);
  const quarter = (at: number) =>
    getMedian(samples.slice((samples.length * at) / 4, (samples.length * (at + 1)) / 4));
  return { second: quarter(1), last: quarter(3) };
}
