import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getFreePort } from './find-free-port.ts';
import { createProgressReport } from './progress-bar.ts';
import { agent, clients } from './soak/clients.ts';
import { startSite } from './start-site.ts';

/* `npm run soak -- --minutes 10`: the built server under mixed load from well-behaved, hostile, slow
   and aborting clients, measured at rest before and after. Exits with 1 when a client saw what it
   should not or something grew. Linux only: the metrics come from /proc. */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 600)) {
  console.error('Usage: npm run soak -- [--minutes 10]');
  process.exit(2);
}

/**
 * The server's own metrics, their unit, and how much more of it is no growth: compiled code, the
 * allocator's fragments, noise. Something stored for each request would be far above.
 */
const metrics = [
  ['process_resident_memory_bytes', 1e6, 32, 'resident memory, MB'],
  ['nodejs_heap_size_used_bytes', 1e6, 4, 'heap after collection, MB'],
  ['nodejs_external_memory_bytes', 1e6, 4, 'buffers outside it, MB'],
  ['process_open_fds', 1, 2, 'open descriptors'],
  ['nodejs_active_resources_total', 1, 2, 'timers and handles'],
  ['nodejs_eventloop_lag_p99_seconds', 1e-3, 50, 'event-loop lag, 99 %, ms'],
] as const;

const folder = await mkdtemp(join(tmpdir(), 'soak-'));
const [inspectorPort, metricsPort] = [await getFreePort(), await getFreePort()];
const site = await startSite(
  {
    MAIL: 'capture',
    DATA_DIR: folder,
    METRICS_PORT: String(metricsPort),
    // All clients come from one address.
    LIMIT_PER_NETWORK: '1000000',
    LIMIT_OVERALL: '1000000000',
    LIMIT_UNCACHED: '1000000000',
  },
  [`--inspect=127.0.0.1:${inspectorPort}`],
);
try {
  const port = Number(new URL(site.origin).port);
  // A server that has just started still compiles and fills its caches, which is not growth.
  await runLoad(port, Math.min(1, minutes / 2), 'Warming up');
  const before = await measureAtRest();
  const { outcomes, failures } = await runLoad(port, minutes, 'Load');
  const after = await measureAtRest();

  console.log('\nVisits and their outcomes:');
  for (const [outcome, count] of [...outcomes].sort()) {
    console.log(`${String(count).padStart(9)}  ${outcome}`);
  }
  console.log('\nThe server at rest, before and after, and the growth that is allowed:');
  for (const [at, [, , max, label]] of metrics.entries()) {
    const [one = Number.NaN, other = Number.NaN] = [before[at], after[at]];
    const hasGrown = !(other - one <= max); // A value that is no number proves nothing either.
    if (hasGrown) process.exitCode = 1;
    const cells = [one, other].map((value) => value.toFixed(1).padStart(9));
    console.log(`${cells.join('')}  +${max}  ${label}${hasGrown ? '  GREW' : ''}`);
  }
  for (const [failure, count] of failures) console.error(`FAILED ${failure} (${count} times)`);
  if (failures.size > 0) process.exitCode = 1;
} finally {
  await site.stop();
  await rm(folder, { recursive: true });
}

/** All clients, again and again, for so many minutes. */
async function runLoad(port: number, duration: number, label: string) {
  const outcomes = new Map<string, number>();
  const failures = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const signal = AbortSignal.timeout(duration * 60_000);
  const startedAt = performance.now();
  const progress = createProgressReport(`${label}, seconds`);
  const timer = setInterval(() => {
    progress.update(Math.round((performance.now() - startedAt) / 1000), duration * 60);
  }, 1_000);
  const visitors = clients.flatMap(([visit, number]) =>
    Array.from({ length: number }, async () => {
      while (!signal.aborted) {
        try {
          count(outcomes, await visit(port, signal));
        } catch (error) {
          count(failures, error instanceof Error ? error.message : String(error));
        }
        await sleep(20 + Math.random() * 80);
      }
    }),
  );
  await Promise.all(visitors);
  clearInterval(timer);
  progress.end();
  agent.destroy();
  return { outcomes, failures };
}

/** When the last connections are closed, the last mails sent and the garbage is collected. */
async function measureAtRest(): Promise<readonly number[]> {
  await sleep(30_000);
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const address = /"webSocketDebuggerUrl": "([^"]+)"/.exec(await response.text())?.[1] ?? '';
  const inspector = new WebSocket(address);
  await once(inspector, 'open');
  // The second collection frees what finalizers and weak references held.
  for (const id of [1, 2]) {
    inspector.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await once(inspector, 'message');
    await sleep(500);
  }
  inspector.close();
  await readMetrics(); // Begins a new measurement of the lag.
  await sleep(4_000);
  return readMetrics();
}

async function readMetrics(): Promise<readonly number[]> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return metrics.map(([name, unit]) => {
    const value = new RegExp(`^${name}(?:\\{\\})? (\\S+)$`, 'm').exec(text)?.[1];
    return Number(value) / unit;
  });
}
