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

/** A sentence for each fault, and each status that came. */
type Findings = { readonly faults: string[]; readonly statuses: Set<number> };

/**
 * Sends all requests over sixteen connections at once, leaves those open that may stay open, and follows each
 * request with a good one, whose response shows whether the server still knows where it is.
 */
async function sendHostile(port: number, requests: readonly HostileRequest[]) {
  const findings: Findings = { faults: [], statuses: new Set() };
  const waiting = requests.entries();
  async function work() {
    let connection: RawConnection | undefined;
    for (const each of waiting) {
      if (!connection) {
        connection = new RawConnection(port);
        await once(connection.socket, 'connect');
      }
      if (await sendOne(connection, each, findings)) continue;
      connection.destroy();
      connection = undefined;
    }
    connection?.destroy();
  }
  await Promise.all(Array.from({ length: 16 }, work));
  return findings;
}

type Entry = readonly [number: number, request: HostileRequest];

/** Whether the connection can be used for the next request. */
async function sendOne(connection: RawConnection, [number, request]: Entry, findings: Findings) {
  const { family, method, bytes, connection: outcome } = request;
  const start = JSON.stringify(bytes.subarray(0, 300).toString('latin1'));
  const report = (fault: string) =>
    void findings.faults.push(`${family} #${number}: ${fault} after ${start}`);
  connection.write(bytes);
  if (outcome === 'half-closed' || outcome === 'cut') connection.socket.end();
  const response = await connection.read(method, timeout);
  if (typeof response === 'string') {
    if (response !== 'closed') report(response);
    return false;
  }
  const { status, headers } = response;
  findings.statuses.add(status);
  listFaults(request, response).forEach(report);
  const isEnding = headers.get('connection') === 'close';
  if (outcome === 'kept' && isEnding) report(`${status}: closed without need`);
  if (isEnding || !(outcome === 'kept' || outcome === 'either')) {
    if (!(await connection.waitForEnd(timeout))) report('the connection stays');
    const rest = connection.rest.subarray(0, 60).toString('latin1');
    // What the parser rejects is explained in words, even a HEAD: nobody has read that it was one.
    const isReason = method === 'HEAD' && /^[A-Z][A-Za-z ]+\n$/.test(rest);
    if (rest !== '' && !isReason) report(`more than a response: ${rest}`);
    return false;
  }

  // A redirect shows which request it belongs to: its query goes with it.
  connection.write(write({ target: `/About/?after=${number}` }));
  const next = await connection.read('GET', timeout);
  if (typeof next === 'string') {
    if (outcome === 'kept') report(`the next request: ${next}`);
    return false;
  }
  if (next.status !== 308 || next.headers.get('location') !== `/about?after=${number}`) {
    report(`the next request got another response: ${next.status}`);
  }
  return true;
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

const always = ['content-security-policy', 'x-content-type-options', 'cache-control', 'date'];
/** Headers of every response of the application. */
const policies = ['referrer-policy', 'permissions-policy', 'cross-origin-opener-policy'];
const ours = [...always, ...policies, 'x-frame-options'];

/** A form shows what was typed, in the field where it was typed, and hands it to the browser's code. */
const typed =
  /<input [^<>]*value="[^"<>]*"[^<>]*>|<script type="application\/json"[^<>]*>[^<]*<\/script>/g;

/** What is wrong with a response to a bad request; nothing, if all is well. */
function listFaults({ family, marker }: HostileRequest, response: RawResponse): readonly string[] {
  const { status, headers, body } = response;
  const text = body.toString('latin1');
  // A response of the application names its request; what is rejected before it has no id.
  const isOurs = headers.has('x-request-id');
  const demanded = (isOurs ? ours : always)
    .filter((name) => name !== 'cache-control' || status !== 303) // Never cached unless it says so.
    .map((name) => [headers.has(name), `no ${name}`] as const);
  const location = headers.get('location') ?? '/';
  const isKnown = /^\/([a-z-]*(\/form)?(\?|$)|#newsletter$)/.test(location);
  const { origin } = new URL(location, 'http://circle.example');
  const shown = family === 'form' ? text.replace(typed, '') : text;
  // The query of a page that moved goes with it; an id that is well-formed is given back.
  const repeating = [...headers].filter(
    ([name, value]) => !['location', 'x-request-id'].includes(name) && value.includes(marker),
  );
  const checks = [
    [status < 500, `status ${status}`],
    [isOurs || [400, 408, 413, 417, 431].includes(status), `${status} without an id`],
    ...demanded,
    [!headers.has('set-cookie'), 'a cookie'],
    [!headers.has('strict-transport-security'), 'HSTS over plain HTTP'],
    [isKnown && origin === 'http://circle.example', `a redirect to ${location}`],
    ...secrets.map(([name, pattern]) => [!pattern.test(text), `it holds ${name}`] as const),
    // What the build has compressed is sent as an encoding of its file, and never as one of its own.
    [headers.has('content-encoding') || !text.includes('BESIDE'), 'it holds a compressed form'],
    [!shown.includes(marker), 'its body repeats the request'],
    [repeating.length === 0, `a header repeats the request: ${repeating}`],
  ] as const;
  return checks.flatMap(([isMet, words]) => (isMet ? [] : words));
}

const secret = 'TOP-SECRET';
const manifest = { scripts: ['/assets/entry-AB12CD34.js'], inlineScript: '' };
const build = {
  'manifest.json': JSON.stringify({ ...manifest, note: secret }),
  'client/assets/entry-AB12CD34.js': 'export {};',
  'client/assets/entry-AB12CD34.js.br': 'BESIDE', // Stands where the brotli form of a file would.
  'client/assets/.env': secret,
  'server/index.js': secret,
};

/** The statuses of the whole server, from the parser to the newsletter. */
const reached = [200, 303, 304, 308, 400, 403, 404, 405, 410, 413, 415, 417, 422, 431];

/** What good requests get, without what changes from one response to the next. */
function readGood(port: number) {
  const paths = ['/', '/events', '/about', '/no-such-page', '/events?view=calendar', '/feed.xml'];
  const read = async (path: string) => {
    const { status, headers, body } = await askPort(port, { path });
    const { date, 'transfer-encoding': chunked, 'x-request-id': id, ...stable } = headers;
    // The first response is streamed, and caching ends where an event begins or ends.
    const { etag, 'content-length': length, 'cache-control': caching, ...rest } = stable;
    return [path, status, body.toString(), rest];
  };
  return Promise.all([...paths, '/favicon.svg'].map(read));
}

test('thousands of bad requests: no failure, no crash, no hang, no reflection, no leak, no way out', async () => {
  const requests = makeRequests(20_261_120);
  const different = new Set(requests.map(({ bytes }) => bytes.toString('latin1')));
  expect(different.size).toBeGreaterThan(2_500);
  const folder = await makeFolder(build);
  const place = { dataDirectory: join(folder, 'data') };
  const environment = { ...makeEnvironment({ place }), NODE_ENV: 'production', ASSETS_DIR: folder };
  const server = await startServer({ ...environment, PORT: '0' });
  const port = await readPort(server);
  const before = await readGood(port);
  const { faults, statuses } = await sendHostile(port, requests);
  expect(faults.slice(0, 40)).toEqual([]);
  // They came to where there is something to break.
  expect([...statuses]).toEqual(expect.arrayContaining(reached));
  expect(await readGood(port)).toEqual(before);
  expect(await server.end()).toEqual({ code: 0, stderr: '' });
});
