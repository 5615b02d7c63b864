import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type HostileRequest, makeRequests } from '../../helpers/hostile/hostile-requests.ts';
import { RawConnection, type RawResponse, write } from '../../helpers/hostile/raw-connection.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

/** Longer than every timeout of the server, in milliseconds: after that it hangs. */
const timeout = 25_000;

/** A sentence for each fault, and the received statuses. */
type Findings = { readonly faults: string[]; readonly statuses: Set<number> };

/**
 * Sends all requests over sixteen connections at once and keeps a connection open where possible. After each request it
 * sends a good one: the response shows whether the server has found the start of that request.
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
    // A rejection by the parser has a body, also for HEAD, because the method was not parsed.
    const isReason = method === 'HEAD' && /^[A-Z][A-Za-z ]+\n$/.test(rest);
    if (rest !== '' && !isReason) report(`more than a response: ${rest}`);
    return false;
  }

  // A redirect keeps the query, which shows the request that it belongs to.
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

/** Beginnings and parts of files that exist beside the public files. */
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

/** A form repeats the typed text only in its field and in the page's data. */
const typed =
  /<input [^<>]*value="[^"<>]*"[^<>]*>|<script type="application\/json"[^<>]*>[^<]*<\/script>/g;

/** The faults of a response to a bad request. */
function listFaults({ family, marker }: HostileRequest, response: RawResponse): readonly string[] {
  const { status, headers, body } = response;
  const text = body.toString('latin1');
  // A response of the application has a request id; an earlier rejection has none.
  const isOurs = headers.has('x-request-id');
  const demanded = (isOurs ? ours : always)
    .filter((name) => name !== 'cache-control' || status !== 303) // A 303 is not cached by default.
    .map((name) => [headers.has(name), `no ${name}`] as const);
  const location = headers.get('location') ?? '/';
  const isKnown = /^\/([a-z-]*(\/form)?(\?|$)|#newsletter$)/.test(location);
  const { origin } = new URL(location, 'http://circle.example');
  const shown = family === 'form' ? text.replace(typed, '') : text;
  // A redirect keeps the query, and a well-formed request id is returned.
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
    // Compressed files are sent only as encodings of their file, never by their own name.
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
  'client/assets/entry-AB12CD34.js.br': 'BESIDE', // At the path of the file's brotli form.
  'client/assets/.env': secret,
  'server/index.js': secret,
};

/** The statuses of the whole server, from the parser to the newsletter. */
const reached = [200, 303, 304, 308, 400, 403, 404, 405, 410, 413, 415, 417, 422, 431];

/** The responses to good requests, without the parts that differ each time. */
function readGood(port: number) {
  const paths = ['/', '/events', '/about', '/no-such-page', '/events?view=calendar', '/feed.xml'];
  const read = async (path: string) => {
    const { status, headers, body } = await askPort(port, { path });
    const { date, 'transfer-encoding': chunked, 'x-request-id': id, ...stable } = headers;
    // The first response is streamed, and caching ends when an event begins or ends.
    const { etag, 'content-length': length, 'cache-control': caching, ...rest } = stable;
    return [path, status, body.toString(), rest];
  };
  return Promise.all([...paths, '/favicon.svg'].map(read));
}

test('thousands of bad requests cause no error, crash, hang, reflection or leak, and reach no private file', async () => {
  const requests = makeRequests(20_261_120);
  const different = new Set(requests.map(({ bytes }) => bytes.toString('latin1')));
  expect(different.size).toBeGreaterThan(2_500);
  const folder = await makeFolder(build);
  const place = { dataDirectory: join(folder, 'data') };
  const more = { TRUST_PROXY: '0', NODE_ENV: 'production', ASSETS_DIR: folder };
  const environment = { ...makeEnvironment({ place }), ...more };
  const server = await startServer({ ...environment, PORT: '0' });
  const port = await readPort(server);
  const before = await readGood(port);
  const { faults, statuses } = await sendHostile(port, requests);
  expect(faults.slice(0, 40)).toEqual([]);
  // The requests have reached every part of the server.
  expect([...statuses]).toEqual(expect.arrayContaining(reached));
  expect(await readGood(port)).toEqual(before);
  expect(await server.end()).toEqual({ code: 0, stderr: '' });
});
