import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Answer, ask, askUntilSettled, type RequestHeaders } from './ask.ts';
import type { SubjectName } from './comparisons.ts';
import { findReferences } from './page-size.ts';
import { copyHeaders, recordAnswer } from './recorded-answer.ts';
import {
  describeBare,
  describeNaive,
  describeOurs,
  type RunningServer,
  startServer,
} from './servers.ts';
import type { Subject } from './throughput.ts';

/** Without the access log, which the references do not write either. */
export const quiet = { LOG_LEVEL: 'warn' };

interface Subjects {
  readonly all: ReadonlyMap<SubjectName, Subject>;
  readonly kept: RunningServer;
  readonly naive: RunningServer;
  /** The largest script of the home page: a path that the naive server has to have as well. */
  readonly script: string;
  /** The tag of the home page. */
  readonly etag: string;
  /** Throws unless our server still gives the answers that the bare servers give. */
  verify(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts all the servers of the comparison, each once, all on the same processor: what is not being
 * asked costs nothing.
 *
 * @param folder where the recorded answers go
 */
export async function startSubjects(folder: string, naiveScript: string): Promise<Subjects> {
  const servers: RunningServer[] = [];
  const start = async (...given: Parameters<typeof startServer>) => {
    const server = await startServer(...given);
    servers.push(server);
    return server;
  };
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const kept = await start(describeOurs(quiet));
    const logged = await start(describeOurs({}));
    const rendered = await start(describeOurs({ ...quiet, PAGE_CACHE: 'off' }));
    const naive = await start(describeNaive(naiveScript));

    const home = await askUntilSettled(`${kept.origin}/`, accept('br'));
    const etag = String(home.headers.etag);
    const script = await findLargestScript(kept.origin, home);
    const requests = {
      br: { path: '/', headers: accept('br') },
      gzip: { path: '/', headers: accept('gzip') },
      identity: { path: '/', headers: accept('identity') },
      '304': { path: '/', headers: { ...accept('br'), 'if-none-match': etag } },
      script: { path: script, headers: accept('br') },
    };
    await expectStatus(kept, requests['304'], 304);
    await expectStatus(naive, requests.script, 200);

    const all = new Map<SubjectName, Subject>();
    const add = (name: SubjectName, server: RunningServer, request: Request) =>
      all.set(name, {
        pid: server.pid,
        url: `${server.origin}${request.path}`,
        headers: request.headers,
      });
    const checks: (() => Promise<void>)[] = [];
    for (const kind of ['br', 'gzip', '304', 'script'] as const) {
      const request = requests[kind];
      const url = `${kept.origin}${request.path}`;
      const file = join(folder, `${kind}.json`);
      const answer = await askUntilSettled(url, request.headers);
      await writeFile(file, JSON.stringify(recordAnswer(answer)));
      const bare = await start(describeBare(file));
      add(`kept: ${kind}`, kept, request);
      add(`bare: ${kind}`, bare, request);
      checks.push(() => compareAnswers(url, `${bare.origin}/`, request.headers));
    }
    for (const kind of ['br', 'gzip', 'identity'] as const) {
      add(`rendered: ${kind}`, rendered, requests[kind]);
      add(`naive: ${kind}`, naive, requests[kind]);
    }
    add('naive: script', naive, requests.script);
    add('logged: br', logged, requests.br);
    const verify = async () => {
      for (const check of checks) await check();
    };
    await verify();
    return { all, kept, naive, script, etag, verify, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Request {
  readonly path: string;
  readonly headers: RequestHeaders;
}

function accept(coding: string): RequestHeaders {
  return { 'accept-encoding': coding };
}

async function findLargestScript(origin: string, home: Answer): Promise<string> {
  const { scripts } = findReferences(brotliDecompressSync(home.body).toString());
  let largest = { path: '', size: 0 };
  for (const path of scripts) {
    const size = (await ask(`${origin}${path}`, accept('br'))).body.length;
    if (size > largest.size) largest = { path, size };
  }
  if (largest.size === 0) throw new Error('The home page has no script: was it built?');
  return largest.path;
}

async function expectStatus({ origin }: RunningServer, request: Request, wanted: number) {
  const { status } = await ask(`${origin}${request.path}`, request.headers);
  if (status !== wanted) throw new Error(`${request.path} is a ${status} instead of a ${wanted}`);
}

/** The same bytes, but for the number of the request and what Node writes by itself. */
async function compareAnswers(ours: string, bare: string, headers: RequestHeaders): Promise<void> {
  const [one, other] = await Promise.all([ask(ours, headers), ask(bare, headers)]);
  const list = ({ rawHeaders }: Answer) => withoutRequestId(copyHeaders(rawHeaders)).join('\n');
  const isSame =
    one.status === other.status && list(one) === list(other) && one.body.equals(other.body);
  if (!isSame) throw new Error(`${ours} is not what the bare server sends`);
}

function withoutRequestId(headers: readonly string[]): readonly string[] {
  const at = headers.findIndex((name) => name.toLowerCase() === 'x-request-id');
  return at < 0 ? headers : headers.toSpliced(at, 2);
}
