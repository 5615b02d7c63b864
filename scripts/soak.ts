import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { getMedian, parseAmount, type Row, report } from './bench/results.ts';
import {
  buildNaive,
  countDescriptors,
  createFolder,
  ourServer,
  readMemory,
  type ServerCommand,
  startServer,
} from './bench/servers.ts';
import { createProgressReport } from './progress-bar.ts';
import { createRequests, runBadClients } from './soak/clients.ts';

/* `npm run soak -- [--requests 1000000 | --minutes 10] [--readme]`: memory under mixed load from
   well-behaved, hostile, slow and aborting clients, ours and the naive server's, which gets a twentieth.
   Exits with 1 where a response was a 5xx or missing, or something grew. Linux only. */

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    readme: { type: 'boolean', default: false },
  },
});
const minutes = parseAmount(values.minutes, 0.1);
const amount = values.requests === undefined ? undefined : parseAmount(values.requests);

await using folder = await createFolder();
const command = ourServer({
  MAIL: 'capture',
  DATA_DIR: folder.path,
  LIMIT_PER_NETWORK: '1000000', // All clients come from one address.
  LIMIT_OVERALL: '1000000000',
});
const count = (value: number) => value.toLocaleString('en-US');
const ours = await soak('Ours', command, 1);
const naive = await soak('Naive', await buildNaive(folder.path), 20);

/** Compiled code, the allocator's fragments, noise: what is stored for each request would be far above. */
const goal = { max: 16 };
const rows: Row[] = [
  { name: 'memory at the start', unit: 'MB', ours: [ours.start], naive: [naive.start] },
  {
    ...{ name: 'memory under load', unit: 'MB', ours: ours.late, naive: naive.late },
    goal: { max: 0.5, of: 'naive' },
  },
  { name: 'memory at most', unit: 'MB', ours: [ours.most], naive: [naive.most] },
  {
    name: 'memory, growth from the second quarter to the last',
    ...{ unit: 'MB', ours: [ours.growth], naive: [naive.growth], goal },
  },
  {
    name: 'open files at rest, more than at the start',
    ...{ unit: 'files', ours: [ours.files], goal: { max: 2 } },
  },
];
const note = `Ours: ${count(ours.total)} requests; naive, which has one page: ${count(naive.total)}. Sampled four times a second; "under load" is the last quarter. Responses: ${ours.statuses}.`;
await report({ title: 'Memory under mixed load', note, rows }, values.readme);

/** @param share the server gets the share'th part of requests and time */
async function soak(label: string, server: ServerCommand, share: number) {
  // Express prints each address that it cannot decode.
  await using running = await startServer(server, { isQuiet: share > 1 });
  const { origin, pid } = running;
  const [start, filesBefore] = [readMemory(pid), countDescriptors(pid)];
  const samples: number[] = [];
  const sampler = setInterval(() => samples.push(readMemory(pid)), 250);
  const stop = new AbortController();
  const bad = runBadClients(Number(new URL(origin).port), stop.signal);
  const progress = createProgressReport(`${label}, requests`);
  const options = {
    url: origin,
    connections: 16,
    timeout: 60, // seconds
    ...(amount ? { amount: Math.ceil(amount / share) } : { duration: (minutes * 60) / share }),
    requests: await createRequests(origin, share === 1),
  };
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  let done = 0;
  run.on('response', () => {
    done += 1;
    if (amount && done % 1000 === 0) progress.update(done, amount / share);
  });
  const result = await promise;
  clearInterval(sampler);
  stop.abort();
  await bad;
  progress.end();
  await sleep(10_000); // Until the last connections are closed.
  const failed = result.errors + result['5xx'];
  if (failed > 0) {
    console.error(`${label}: ${failed} of ${done} requests failed`);
    if (share === 1) process.exitCode = 1;
  }
  const quarter = (at: number) =>
    samples.slice((samples.length * at) / 4, (samples.length * (at + 1)) / 4);
  return {
    ...{
      start,
      late: summarise(quarter(3)),
      most: Math.max(...samples),
      total: result.requests.total,
    },
    growth: getMedian(quarter(3)) - getMedian(quarter(1)),
    files: countDescriptors(pid) - filesBefore,
    statuses: Object.entries(result.statusCodeStats ?? {})
      .map(([status, times]) => `${count(Number(times.count))} of ${status}`)
      .join(', '),
  };
}

/** Least, median and most. */
function summarise(samples: readonly number[]): number[] {
  return [Math.min(...samples), getMedian(samples), Math.max(...samples)];
}
