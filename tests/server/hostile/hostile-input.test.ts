import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import { makeRequests } from '../../helpers/hostile/hostile-requests.ts';
import { sendHostile } from '../../helpers/hostile/send-hostile.ts';
import { makeEnvironment } from '../../helpers/newsletter-app.ts';
import { readPort } from '../../helpers/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

const secret = 'TOP-SECRET';
const build = {
  'manifest.json': JSON.stringify({
    ...{ entry: '/assets/entry-AB12CD34.js', preload: [], inlineScript: '', pages: {} },
    note: secret,
  }),
  'client/assets/entry-AB12CD34.js': 'export {};',
  // Stands where the brotli form of a file would.
  'client/assets/entry-AB12CD34.js.br': 'BESIDE',
  'client/assets/.env': secret,
  'server/index.js': secret,
};

/** The statuses of the whole server, from the parser to the newsletter. */
const reached = [
  ...[200, 206, 303, 304, 308, 400, 403, 404, 405, 410, 412, 413, 414, 415, 416, 417, 422, 431],
];

/** What good requests get, without what changes from one response to the next. */
async function readGood(port: number): Promise<readonly unknown[]> {
  const responses: unknown[] = [];
  const paths = ['/', '/events', '/about', '/no-such-page', '/events?view=calendar', '/feed.xml'];
  for (const path of [...paths, '/favicon.svg']) {
    const { status, headers, body } = await askPort(port, { path });
    const { date, 'transfer-encoding': chunked, 'x-request-id': id, ...stable } = headers;
    const { etag, 'content-length': length, ...rest } = stable; // The first response is streamed.
    responses.push([path, status, body.toString(), rest]);
  }
  return responses;
}

test('thousands of bad requests: no failure, no crash, no hang, no reflection, no leak, no way out', async () => {
  const requests = makeRequests(20_261_120);
  const different = new Set(requests.map(({ bytes }) => bytes.toString('latin1')));
  expect(different.size).toBeGreaterThan(2_500);
  const folder = await makeFolder(build);
  const place = { dataDirectory: join(folder, 'data') };
  const environment = {
    ...makeEnvironment({ place }),
    ...{ NODE_ENV: 'production', ASSETS_DIR: folder, PORT: '0' },
  };
  const server = await startServer(environment);
  const port = await readPort(server);
  const before = await readGood(port);
  const { faults, statuses } = await sendHostile(port, requests);
  expect(faults.slice(0, 40)).toEqual([]);
  // They came to where there is something to break.
  expect([...statuses]).toEqual(expect.arrayContaining(reached));
  expect(await readGood(port)).toEqual(before);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
}, 180_000);
