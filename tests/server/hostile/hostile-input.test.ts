import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import { type HostileRequest, makeRequests } from '../../helpers/hostile/hostile-requests.ts';
import { RawConnection, type RawResponse, write } from '../../helpers/hostile/raw-connection.ts';
import { makeEnvironment } from '../../helpers/newsletter-app.ts';
import { readPort } from '../../helpers/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

/** Longer than the server lets anybody be slow, in milliseconds: beyond it, it hangs. */
const timeout = 25_000;

/**
 * Sends all requests over sixteen connections at once, leaves those open that may stay open, and follows each
 * request with a good one, whose response shows whether the server still knows where it is.
 *
 * @returns a sentence for each fault, and each status that came
 */
async function sendHostile(port: number, requests: readonly HostileRequest[]) {
  const faults: string[] = [];
  const statuses = new Set<number>();
  const waiting = requests.entries();

  async function work() {
    let connection: RawConnection | undefined;
    for (const [number, request] of waiting) {
      if (!connection) {
        connection = new RawConnection(port);
        await once(connection.socket, 'connect');
      }
      const result = await sendOne(connection, request, number);
      statuses.add(result.status);
      const start = JSON.stringify(request.bytes.subarray(0, 300).toString('latin1'));
      const name = `${request.family} #${number}`;
      faults.push(...result.faults.map((fault) => `${name}: ${fault} after ${start}`));
      if (!result.isKept) {
        connection.destroy();
        connection = undefined;
      }
    }
    connection?.destroy();
  }
  await Promise.all(Array.from({ length: 16 }, work));
  return { faults, statuses };
}

async function sendOne(connection: RawConnection, request: HostileRequest, number: number) {
  connection.write(request.bytes);
  const mayStay = request.connection === 'kept' || request.connection === 'either';
  if (request.connection === 'half-closed' || request.connection === 'cut') connection.socket.end();
  const response = await connection.read(request.method, timeout);
  if (typeof response === 'string') {
    return { status: 0, faults: response === 'closed' ? [] : [response], isKept: false };
  }
  const faults = [...listFaults(request, response)];
  const isEnding = response.headers.get('connection') === 'close';
  const { status } = response;
  if (isEnding || !mayStay) {
    if (request.connection === 'kept' && isEnding) faults.push(`${status}: closed without need`);
    if (!(await connection.waitForEnd(timeout))) faults.push('the connection stays');
    const rest = connection.rest.subarray(0, 60).toString('latin1');
    // What the parser rejects is explained in words, even a HEAD: nobody has read that it was one.
    const isReason = request.method === 'HEAD' && /^[A-Z][A-Za-z ]+\n$/.test(rest);
    if (rest !== '' && !isReason) faults.push(`more than a response: ${rest}`);
    return { status, faults, isKept: false };
  }

  // A redirect shows which request it belongs to: its query goes with it.
  connection.write(write({ target: `/About/?after=${number}` }));
  const next = await connection.read('GET', timeout);
  if (typeof next === 'string') {
    if (request.connection === 'kept') faults.push(`the next request: ${next}`);
    return { status, faults, isKept: false };
  }
  if (next.status !== 308 || next.headers.get('location') !== `/about?after=${number}`) {
    faults.push(`the next request got another response: ${next.status}`);
  }
  return { status, faults, isKept: true };
}

/** Beginnings and parts of files that exist beside the public ones. */
const secrets: readonly (readonly [string, RegExp])[] = [
  ['package.json', /"(devD|optionalD|d)ependencies"\s*:/],
  ['the lock file', /"lockfileVersion"/],
  ['the code of the server', /createServer\(|parseConfig|process\.env/],
  ['the build’s manifest', /"inlineScript"\s*:|TOP-SECRET/],
  ['the repository', /^ref: refs\/|^gitdir: |\[core\]/m],
  ['the database', /SQLite format 3/],
  ['the machine', /^root:[^:]*:0:0/m],
  ['a stack', /node_modules\/|\bat .*\.[jt]sx?:\d+/],
];

/** Headers of every response of the application, beside those of `always`. */
const ours = [
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
] as const;
const always = ['content-security-policy', 'x-content-type-options', 'cache-control'] as const;

/** What is wrong with a response to a bad request; nothing, if all is well. */
function listFaults(request: HostileRequest, response: RawResponse): readonly string[] {
  const { status, headers, body } = response;
  const faults: string[] = [];
  const demand = (isMet: boolean, words: string) => {
    if (!isMet) faults.push(words);
  };
  demand(status < 500, `status ${status}`);

  // A response of the application names its request; what is rejected before it has no id.
  const isOurs = headers.has('x-request-id');
  demand(isOurs || [400, 408, 413, 417, 431].includes(status), `${status} without an id`);
  for (const name of isOurs ? [...always, ...ours] : always) {
    if (name === 'cache-control' && status === 303) continue; // never cached unless it says so
    demand(headers.has(name), `no ${name}`);
  }
  demand(headers.has('date'), 'no date'); // RFC 9110, section 6.6.1
  demand(!headers.has('set-cookie'), 'a cookie');
  demand(!headers.has('strict-transport-security'), 'HSTS over plain HTTP');

  const location = headers.get('location');
  if (location !== undefined) {
    const { origin } = new URL(location, 'http://circle.example');
    const isKnown = /^\/([a-z-]*(\/form)?(\?|$)|#newsletter$)/.test(location);
    demand(isKnown && origin === 'http://circle.example', `a redirect to ${location}`);
  }

  const text = body.toString('latin1');
  for (const [name, pattern] of secrets) demand(!pattern.test(text), `it holds ${name}`);
  // What the build has compressed is sent as an encoding of its file, and never as one of its own.
  demand(headers.has('content-encoding') || !text.includes('BESIDE'), 'it holds a compressed form');
  demand(!isReflected(request, text), 'its body repeats the request');
  for (const [name, value] of headers) {
    // The query of a page that moved goes with it; an id that is well-formed is given back.
    if (name === 'location' || name === 'x-request-id') continue;
    demand(!value.includes(request.marker), `its header ${name} repeats the request`);
  }
  return faults;
}

function isReflected({ marker, isTyped }: HostileRequest, text: string): boolean {
  if (!text.includes(marker)) return false;
  if (!isTyped) return true;
  // A form shows what was typed, in the field where it was typed, and hands it to the browser's code.
  const rest = text
    .replace(/<input [^<>]*value="[^"<>]*"[^<>]*>/g, '')
    .replace(/<script type="application\/json"[^<>]*>[^<]*<\/script>/g, '');
  return rest.includes(marker);
}

const secret = 'TOP-SECRET';
const build = {
  'manifest.json': JSON.stringify({
    ...{ entry: '/assets/entry-AB12CD34.js', scripts: [], inlineScript: '', pages: {} },
    note: secret,
  }),
  'client/assets/entry-AB12CD34.js': 'export {};',
  // Stands where the brotli form of a file would.
  'client/assets/entry-AB12CD34.js.br': 'BESIDE',
  'client/assets/.env': secret,
  'server/index.js': secret,
};

/** The statuses of the whole server, from the parser to the newsletter. */
const reached = [...[200, 303, 304, 308, 400, 403, 404, 405, 410, 413, 415, 417, 422, 431]];

/** What good requests get, without what changes from one response to the next. */
async function readGood(port: number): Promise<readonly unknown[]> {
  const responses: unknown[] = [];
  const paths = ['/', '/events', '/about', '/no-such-page', '/events?view=calendar', '/feed.xml'];
  for (const path of [...paths, '/favicon.svg']) {
    const { status, headers, body } = await askPort(port, { path });
    const { date, 'transfer-encoding': chunked, 'x-request-id': id, ...stable } = headers;
    // The first response is streamed, and caching ends where an event begins or ends.
    const { etag, 'content-length': length, 'cache-control': caching, ...rest } = stable;
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
  expect(await server.end()).toEqual({ code: 0, stderr: '' });
}, 180_000);
