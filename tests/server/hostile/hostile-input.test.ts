import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import {
  makePath,
  makeRedirect,
  makeTarget,
  makeTraversal,
} from '../../helpers/hostile/addresses.ts';
import { makeBody, makeSize, makeSmuggling } from '../../helpers/hostile/bodies.ts';
import { makeConditions } from '../../helpers/hostile/conditions.ts';
import { makeForm, makeQuery } from '../../helpers/hostile/forms.ts';
import { makeHeaders, makeHost, makeMethod } from '../../helpers/hostile/heads.ts';
import type { HostileRequest, Maker } from '../../helpers/hostile/hostile-request.ts';
import { createRandom } from '../../helpers/hostile/random.ts';
import { sendHostile } from '../../helpers/hostile/send-hostile.ts';
import { makeEnvironment } from '../../helpers/newsletter-app.ts';
import { readPort, withProcess } from '../../helpers/start-server.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const seed = 20_261_120;

/** How many of each. */
const makers: readonly (readonly [Maker, number])[] = [
  [makePath, 1_200],
  [makeRedirect, 150],
  [makeTraversal, 600],
  [makeTarget, 300],
  [makeHeaders, 400],
  [makeHost, 450],
  [makeMethod, 350],
  [makeConditions, 450],
  [makeSmuggling, 400],
  [makeBody, 350],
  [makeQuery, 450],
  [makeForm, 400],
  [makeSize, 250],
];

/** All of them, mixed. */
function makeRequests(): readonly HostileRequest[] {
  const random = createRandom(seed);
  const made = makers.flatMap(([make, count]) => Array.from({ length: count }, () => make(random)));
  const drawn = made.map((request) => ({ request, place: random.below(2 ** 31) }));
  return drawn.sort((one, other) => one.place - other.place).map(({ request }) => request);
}

const secret = 'TOP-SECRET';
/** Stands where the brotli form of a file would. */
const besideText = 'BESIDE';
const build = {
  'manifest.json': JSON.stringify({
    entry: '/assets/entry-AB12CD34.js',
    preload: [],
    inlineScript: '',
    pages: {},
    note: secret,
  }),
  'client/assets/entry-AB12CD34.js': 'export {};',
  'client/assets/entry-AB12CD34.js.br': besideText,
  'client/assets/.env': secret,
  'server/index.js': secret,
};

/** What answers them, from the parser to the newsletter. */
const reached = [
  200, 206, 303, 304, 308, 400, 403, 404, 405, 408, 410, 412, 413, 414, 415, 416, 417, 422, 431,
];

const good = [
  '/',
  '/events',
  '/about',
  '/no-such-page',
  '/feed.xml',
  '/favicon.svg',
  '/events?view=calendar',
];

async function askGood(port: number): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const path of good) {
    for (const coding of ['identity', 'br']) {
      const headers = { 'accept-encoding': coding };
      const answer = await askPort(port, { path, headers });
      const isCoded = answer.headers['content-encoding'] === 'br';
      const body = isCoded ? brotliDecompressSync(answer.body) : answer.body;
      // How well it is compressed changes, and with it length and tag.
      const {
        date,
        etag,
        'content-length': length,
        'transfer-encoding': chunked,
        'x-request-id': id,
        ...kept
      } = answer.headers;
      answers.push({ path, coding, status: answer.status, body: body.toString(), headers: kept });
    }
  }
  return answers;
}

test('thousands of bad requests: no failure, no crash, no hang, no reflection, no leak, no way out', async () => {
  const requests = makeRequests();
  const different = new Set(requests.map(({ bytes }) => bytes.toString('latin1')));
  expect(different.size).toBeGreaterThan(5_000);
  const data = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    await withFolder(build, async (folder) => {
      const environment = {
        ...makeEnvironment({ place: { dataDirectory: data } }, 'smtp://127.0.0.1:1'),
        NODE_ENV: 'production',
        ASSETS_DIR: folder,
        PORT: '0',
      };
      await withProcess(environment, async (server) => {
        const port = await readPort(server);
        const before = await askGood(port);
        const { faults, statuses } = await sendHostile(port, requests);
        expect(faults.slice(0, 40)).toEqual([]);
        // They came to where there is something to break.
        expect([...statuses.keys()]).toEqual(expect.arrayContaining(reached));
        expect(await askGood(port)).toEqual(before);
        server.child.kill('SIGTERM');
        expect(await server.ended).toEqual({ code: 0, stderr: '' });
      });
    });
  } finally {
    rmSync(data, { recursive: true });
  }
}, 180_000);
