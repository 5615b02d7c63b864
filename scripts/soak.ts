import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createProgressBar } from '#server/progress-bar.ts';
import { getMedian, type Measurement, parseAmount, report } from './bench/results.ts';
import { countDescriptors, readMemory, startNaive, startOurs } from './bench/servers.ts';
import { parseOptions } from './parse-options.ts';
import { createRequests, runBadClients } from './soak/clients.ts';
import type { RunningSite } from './start-site.ts';

/* `npm run soak`: scripts/README.md, “Measurements”. It exits with 1 also if a response was a 5xx or missing. */

const { values } = parseOptions({
  requests: { type: 'string', default: '1000000' },
  readme: { type: 'boolean', default: false },
});
const amount = parseAmount(values.requests);

await using folder = await mkdtempDisposable(join(tmpdir(), 'soak-'));
const ours = await soak(
  'Ours',
  startOurs({
    MAIL: 'capture',
    DATA_DIR: folder.path,
    LIMIT_PER_NETWORK: '1000000', // All clients come from one address.
    LIMIT_OVERALL: '1000000000',
  }),
  1,
);
// Express prints each address that it cannot decode; this hides them.
const naive = await soak('Naive', startNaive({ onLine: () => {} }), 20);

const goals: Readonly<Record<string, Measurement['goal']>> = {
  'memory under load': { max: 0.5, of: 'naive' },
  // Compiled code, fragmentation, noise. A leak in each request would be far above.
  'memory, growth from the second quarter to the last': { max: 16 },
};
const rows = Object.entries(ours.memory).map(([name, own]): Measurement => {
  return { name, unit: 'MB', ours: own, naive: naive.memory[name] ?? [], goal: goals[name] };
});
const name = 'open files at rest, more than at the start';
rows.push({ name, unit: '', ours: [ours.files], goal: { max: 2 } });
const note = `Ours: ${ours.total} requests; naive, which has one page: ${naive.total}. Sampled four times a second; "under load" is the last quarter. Responses: ${ours.statuses}.`;
await report({ title: 'Memory under mixed load', note, rows }, values.readme);

/** @param share the server gets 1/share of the requests */
async function soak(label: string, starting: Promise<RunningSite>, share: number) {
  await using site = await starting;
  const { origin, pid } = site;
  const [start, filesBefore] = [readMemory(pid), countDescriptors(pid)];
  const samples: number[] = [];
  const progress = createProgressBar(`${label}, requests`);
  const stop = new AbortController();
  const bad = runBadClients(Number(new URL(origin).port), stop.signal);
  const total = Math.ceil(amount / share);
  const requests = await createRequests(origin, share === 1);
  let done = 0;
  const sampler = setInterval(() => {
    samples.push(readMemory(pid));
    progress.update(done, total);
  }, 250);
  const result = await autocannon({
    url: origin,
    connections: 16,
    timeout: 60, // seconds
    amount: total,
    requests,
    setupClient: (client) =>
      void client.on('response', () => {
        done += 1;
      }),
  });
  clearInterval(sampler);
  stop.abort();
  await bad;
  progress.end();
  await sleep(10_000); // Until the last connections have closed.
  const failed = result.errors + result['5xx'];
  if (failed > 0) {
    console.error(`${label}: ${failed} of ${done} requests failed`);
    if (share === 1) process.exitCode = 1;
  }
  const quarter = (at: number) =>
    samples.slice((samples.length * at) / 4, (samples.length * (at + 1)) / 4);
  const [second, last] = [quarter(1), quarter(3)];
  const memory: Readonly<Record<string, readonly number[]>> = {
    'memory at the start': [start],
    'memory under load': [Math.min(...last), getMedian(last), Math.max(...last)],
    'memory at most': [Math.max(...samples)],
    'memory, growth from the second quarter to the last': [getMedian(last) - getMedian(second)],
  };
  const files = countDescriptors(pid) - filesBefore;
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(
    ([status, { count }]) => `${count} of ${status}`,
  );
  return { memory, files, total: result.requests.total, statuses: statuses.join(', ') };
}
