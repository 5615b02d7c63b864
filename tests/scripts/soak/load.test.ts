import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { findFreePort } from '#scripts/find-free-port.ts';
import { findGrowth } from '#scripts/soak/growth.ts';
import { openInspector } from '#scripts/soak/inspector.ts';
import { runLoad } from '#scripts/soak/load.ts';
import { measure } from '#scripts/soak/measure.ts';
import { abort, dripHead, idle, talkNonsense } from '#scripts/soak/rude-clients.ts';
import { Tally } from '#scripts/soak/tally.ts';
import { startSite } from '#scripts/start-site.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

test('the server survives a few seconds of the mixed load without a failure', async () => {
  await withFolder({}, async (folder) => {
    const environment = { NODE_ENV: 'test', MAIL: 'capture', DATA_DIR: folder };
    const limits = { LIMIT_PER_NETWORK: '100000' };
    const source = [['--import', 'tsx'], 'server/index.ts'] as const;
    const site = await startSite({ ...environment, ...limits }, ...source);
    const tally = new Tally();
    const port = Number(new URL(site.origin).port);
    // The source renders each page anew, and slowly: no client that asks for hundreds of them.
    const crowd = [abort, talkNonsense, dripHead, idle].map((visit) => ({ visit, count: 1 }));
    const load = { port, milliseconds: 5000, seed: 1, tally, fastClients: 3, crowd };
    await runLoad(load).finally(site.stop);
    expect(tally.listFailures()).toEqual([]);
    const report = tally.format();
    for (const kind of ['page', 'file', 'filters', 'hostile', 'abort', 'slow head', 'idle']) {
      expect(report).toMatch(new RegExp(`\\d  ${kind}: `));
    }
    expect(tally.findLatency(0.5)).toBeGreaterThan(0);
  });
}, 120_000);

/** Keeps something of every request, and a descriptor of every tenth. */
const leakingServer = `
  const { openSync } = require('node:fs');
  const kept = [];
  require('node:http').createServer((request, response) => {
    kept.push('x'.repeat(40_000).split(''));
    if (kept.length % 10 === 0) openSync('/dev/null');
    response.end('/assets/entry.js');
  }).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'));
`;

test('a server that keeps something of every request is found out', async () => {
  const [port, inspectorPort] = [await findFreePort(), await findFreePort()];
  const flags = [`--inspect=127.0.0.1:${inspectorPort}`, '--inspect-publish-uid=http'];
  const child = spawn(process.execPath, [...flags, '-e', leakingServer, String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await once(child.stdout, 'data');
    const { pid = 0 } = child;
    const inspector = await openInspector(inspectorPort);
    const before = await measure(pid, inspector);
    await runLoad({ port, milliseconds: 2000, seed: 1, tally: new Tally() });
    const after = await measure(pid, inspector);
    inspector.close();
    const grown = findGrowth(before, after).flatMap(({ label, isTooMuch }) =>
      isTooMuch ? [label] : [],
    );
    expect(grown).toEqual(
      expect.arrayContaining(['memory (resident)', 'heap after collection', 'open descriptors']),
    );
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}, 120_000);
