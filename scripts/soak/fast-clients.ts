import { Agent, request as ask } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import { type KnownSite, makeRequest, type SoakRequest } from './requests.ts';
import type { Tally } from './tally.ts';

/** A client that behaves and has no answer after so long, in milliseconds, was starved. */
const longestWait = 10_000;

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** What the start page names, as a browser finds it. */
export async function exploreSite(port: number): Promise<KnownSite> {
  const agent = new Agent();
  const { status, body } = await send(agent, port, { method: 'GET', path: '/', headers: {} });
  agent.destroy();
  const named = body.toString().match(/\/(?:assets|fonts|line)\/[\w.-]+/g) ?? [];
  const [first, ...others] = new Set(named);
  if (status !== 200 || !first) throw new Error(`The start page is a ${status} and names no file`);
  return { files: [first, ...others], etags: new Map() };
}

/** One request after the other, over connections that are kept, until the load is over. */
export async function runFastClient(
  port: number,
  choice: { readonly random: Random; readonly site: KnownSite; readonly tally: Tally },
  signal: AbortSignal,
): Promise<void> {
  const { random, site, tally } = choice;
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  while (!signal.aborted) {
    const request = makeRequest(random, site);
    const startedAt = performance.now();
    try {
      const { status, etag } = await send(agent, port, request);
      tally.time(performance.now() - startedAt);
      tally.count(request.kind, String(status));
      if (!request.allows(status)) tally.fail(`${request.kind} ${request.path} is a ${status}`);
      const coding = request.headers['accept-encoding'] ?? '';
      if (etag && request.kind === 'page') site.etags.set(request.path + coding, etag);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tally.fail(`${request.kind} ${request.path.slice(0, 80)}: ${reason}`);
    }
    await sleep(random() * 30);
  }
  agent.destroy();
}

function send(
  agent: Agent,
  port: number,
  { method, path, headers, body }: Pick<SoakRequest, 'method' | 'path' | 'headers' | 'body'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = ask({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode: status = 0 } = answer;
        resolve({ status, etag: answer.headers.etag, body: Buffer.concat(chunks) });
      });
    });
    asked.setTimeout(longestWait, () => asked.destroy(new Error('no answer in ten seconds')));
    asked.on('error', reject);
    asked.end(body);
  });
}
