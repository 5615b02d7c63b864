import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedResponse } from './bare-server.ts';
import type { LoadRequest } from './load.ts';
import { ourServer, type RunningServer, type ServerCommand, startServer } from './servers.ts';

export const sides = ['ours', 'bare', 'naive'] as const;
export type Side = (typeof sides)[number];

/** One measured server of a row of the table. */
export interface Target extends LoadRequest {
  readonly row: string;
  readonly side: Side;
  readonly server: RunningServer;
}

const encodings = ['br', 'gzip', 'identity'] as const;
const writtenByNode = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/**
 * Starts the servers of all rows.
 *
 * @param folder for the recorded responses
 * @throws when the naive home page has other words than ours
 */
export async function startTargets(folder: string, naiveCommand: ServerCommand): Promise<Target[]> {
  const cached = await startServer(ourServer({ LOG_LEVEL: 'warn' }));
  const logged = await startServer(ourServer({}));
  const rendered = await startServer(ourServer({ LOG_LEVEL: 'warn', PAGE_CACHE: 'off' }));
  const naive = await startServer(naiveCommand);

  const [ourHome, naiveHome] = [await readHome(cached), await readHome(naive)];
  if (readWords(ourHome) !== readWords(naiveHome)) {
    throw new Error(`Other words:\n${readWords(ourHome)}\n\n${readWords(naiveHome)}`);
  }
  const home = (encoding: string) => ({ path: '/', headers: { 'accept-encoding': encoding } });
  const script = { ...home('br'), path: /\/assets\/[\w-]+\.js/.exec(ourHome)?.[0] ?? '' };
  const { headers } = await record(cached, home('br'));
  const conditional = {
    path: '/',
    headers: { ...home('br').headers, 'if-none-match': `${headers['etag']}` },
  };

  const targets: Target[] = [];
  const add = (row: string, side: Side, server: RunningServer, request: LoadRequest) =>
    targets.push({ row, side, server, ...request });
  const addWithBare = async (row: string, request: LoadRequest) => {
    add(row, 'ours', cached, request);
    const file = join(folder, `${targets.length}.json`);
    await writeFile(file, JSON.stringify(await record(cached, request)));
    const args = [join(import.meta.dirname, 'bare-server.ts'), file];
    add(row, 'bare', await startServer({ args, environment: {} }), request);
  };
  for (const encoding of ['br', 'gzip'] as const) {
    await addWithBare(`home, cached, ${encoding}`, home(encoding));
    add(`home, cached, ${encoding}`, 'naive', naive, home(encoding));
  }
  add('home, cached, br, with the access log', 'ours', logged, home('br'));
  await addWithBare('home, not modified (304)', conditional);
  await addWithBare('a script file, br', script);
  add('a script file, br', 'naive', naive, { ...script, path: '/client.js' });
  for (const encoding of encodings) {
    add(`home, rendered each time, ${encoding}`, 'ours', rendered, home(encoding));
    add(`home, rendered each time, ${encoding}`, 'naive', naive, home(encoding));
  }
  return targets;
}

/**
 * The response that the server gives in the long run: it compresses a page quickly at first, and
 * better in the background once it has been requested twice. Not `fetch`, which decodes.
 */
async function record({ origin }: RunningServer, request: LoadRequest): Promise<RecordedResponse> {
  for (let visit = 0; ; visit += 1) {
    const [response]: IncomingMessage[] = await once(
      get(origin + request.path, request),
      'response',
    );
    if (!response?.statusCode) throw new Error(`No response to ${request.path}`);
    const body = await buffer(response);
    if (visit < 3) {
      await sleep(1_000);
      continue;
    }
    const headers = Object.entries(response.headers).filter(
      ([name]) => !writtenByNode.includes(name),
    );
    return {
      status: response.statusCode,
      headers: Object.fromEntries(headers),
      bodyBase64: body.toString('base64'),
    };
  }
}

async function readHome({ origin }: RunningServer): Promise<string> {
  return (await fetch(origin)).text();
}

/** What people read on a page, however it is marked up. */
function readWords(html: string): string {
  const body = (/<body.*<\/body>/s.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '');
  return (body.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []).join(' ');
}
