import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from './find-free-port.ts';
import { findGrowth, formatGrowth } from './soak/growth.ts';
import { type Inspector, openInspector } from './soak/inspector.ts';
import { runLoad } from './soak/load.ts';
import { countDescriptors, measure, readMemory } from './soak/measure.ts';
import { Tally } from './soak/tally.ts';
import { startSite } from './start-site.ts';

/* `npm run soak`: the built server under mixed load from well-behaved, hostile, slow and aborting
   clients on this machine, measured at rest before and after. Linux, because of /proc. */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20471' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0 && minutes <= 600) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run soak -- [--minutes 10] [--seed 20471]');
  process.exit(2);
}
await soak(minutes * 60_000);

async function soak(milliseconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  const inspectorPort = await findFreePort();
  const site = await startSite(
    {
      MAIL: 'capture',
      DATA_DIR: folder,
      // All clients come from one address.
      LIMIT_PER_NETWORK: '1000000',
      LIMIT_OVERALL: '1000000000',
      LIMIT_UNCACHED: '1000000000',
    },
    [`--inspect=127.0.0.1:${inspectorPort}`, '--inspect-publish-uid=http'],
  );
  try {
    const inspector = await openInspector(inspectorPort);
    const port = Number(new URL(site.origin).port);

    // A server that has just started still compiles and fills its caches, which is not growth.
    const warmUp = Math.min(60_000, milliseconds / 2);
    console.log(`Warming up for ${Math.round(warmUp / 1000)} s …`);
    await runLoad({ port, milliseconds: warmUp, seed: seed + 1_000_000, tally: new Tally() });
    await settle(site.pid, inspector);
    const before = await measure(site.pid, inspector);

    const tally = new Tally();
    const watching = watch(site.pid, milliseconds / 10);
    console.log(`Load for ${milliseconds / 60_000} minutes, seed ${seed} …`);
    await runLoad({ port, milliseconds, seed, tally });
    watching.stop();
    await settle(site.pid, inspector);
    const after = await measure(site.pid, inspector);
    inspector.close();

    const growth = findGrowth(before, after);
    const failures = tally.listFailures();
    console.log(`\nWhat the clients did and how it ended:\n${tally.format()}`);
    const [half, most] = [0.5, 0.99].map((share) => tally.findLatency(share).toFixed(1));
    console.log(`\nWell-behaved clients waited ${half} ms (median), ${most} ms (99 %).`);
    console.log(`\nThe server at rest:\n${formatGrowth(growth)}`);
    for (const failure of failures) console.error(`FAILED ${failure}`);
    if (failures.length > 0 || growth.some(({ isTooMuch }) => isTooMuch)) process.exitCode = 1;
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
}

/** Waits until the last connections are closed and the last mails sent: until nothing changes. */
async function settle(pid: number, inspector: Inspector) {
  await inspector.collectGarbage();
  let last = '';
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await sleep(5000);
    const resources = await inspector.evaluate('process.getActiveResourcesInfo().length');
    const state = `${await countDescriptors(pid)} ${resources}`;
    if (state === last) return;
    last = state;
  }
}

/** A line now and then, so that a rise can be told from a step. */
function watch(pid: number, milliseconds: number) {
  const startedAt = performance.now();
  const timer = setInterval(async () => {
    const [memory, descriptors] = await Promise.all([readMemory(pid), countDescriptors(pid)]);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`  ${seconds} s: ${memory.toFixed(1)} MB resident, ${descriptors} descriptors`);
  }, milliseconds);
  return { stop: () => clearInterval(timer) };
}
