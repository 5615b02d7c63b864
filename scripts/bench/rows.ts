import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadRequest } from './load.ts';
import { listDifferences } from './page-content.ts';
import { getHeader, recordResponse, recordSettledResponse } from './record-response.ts';
import { type RunningServer, type ServerCommand, startServer } from './servers.ts';

export type Side = 'ours' | 'bare' | 'naive';

export interface Target {
  readonly server: RunningServer;
  readonly request: LoadRequest;
}

/** One row of the table: a kind of request, to each server that can answer it. */
export interface Row {
  readonly name: string;
  readonly targets: Readonly<Partial<Record<Side, Target>>>;
}

/** The built server as production runs it, with nothing to write to; stdout is /dev/null. */
export function ourServer(environment: Readonly<Record<string, string>>): ServerCommand {
  const script = join(import.meta.dirname, '../../dist/server/index.js');
  // All load comes from one address.
  const limits = { LIMIT_UNCACHED: '1000000000' };
  const fixed = { NODE_ENV: 'production', MAIL: 'off', ...limits };
  return { args: [script], environment: { ...fixed, ...environment } };
}

/** The references write no access log, so ours has none either, but for one row. */
export const quiet = { LOG_LEVEL: 'warn' };

/**
 * Starts the servers of all rows, on one processor: what is not asked costs nothing.
 *
 * @param folder for the recorded responses
 * @throws when the naive home page has other content than ours
 */
export async function startRows(
  folder: string,
  naiveServer: ServerCommand,
): Promise<{ readonly rows: readonly Row[]; readonly servers: readonly RunningServer[] }> {
  const servers: RunningServer[] = [];
  const start = async (command: ServerCommand) => {
    const server = await startServer(command);
    servers.push(server);
    return server;
  };
  const cached = await start(ourServer(quiet));
  const logged = await start(ourServer({}));
  const rendered = await start(ourServer({ ...quiet, PAGE_CACHE: 'off' }));
  const naive = await start(naiveServer);

  const html = await readHome(cached);
  const differences = listDifferences(html, await readHome(naive));
  if (differences.length > 0) {
    throw new Error(`scripts/bench/naive/ has other content:\n${differences.join('\n')}`);
  }
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? [];
  const home = await recordSettledResponse(`${cached.origin}/`, accept('br'));
  const request = {
    br: { path: '/', headers: accept('br') },
    gzip: { path: '/', headers: accept('gzip') },
    identity: { path: '/', headers: accept('identity') },
    notModified: {
      path: '/',
      headers: { ...accept('br'), 'if-none-match': getHeader(home, 'etag') },
    },
    script: { path: script, headers: accept('br') },
    naiveScript: { path: '/client.js', headers: accept('br') },
  };
  const bare = async (name: keyof typeof request): Promise<Target> => {
    const file = join(folder, `${name}.json`);
    const { path, headers } = request[name];
    const response = await recordSettledResponse(cached.origin + path, headers);
    if (response.status !== (name === 'notModified' ? 304 : 200)) {
      throw new Error(`${path} is a ${response.status}`);
    }
    await writeFile(file, JSON.stringify(response));
    const args = [join(import.meta.dirname, 'bare-server.ts'), file];
    return { server: await start({ args, environment: {} }), request: request[name] };
  };
  const to = (server: RunningServer, name: keyof typeof request): Target => {
    return { server, request: request[name] };
  };
  const bares = {
    br: await bare('br'),
    gzip: await bare('gzip'),
    notModified: await bare('notModified'),
    script: await bare('script'),
  };
  const row = (name: string, ours: Target, bare?: Target, naive?: Target): Row => {
    return { name, targets: { ours, ...(bare && { bare }), ...(naive && { naive }) } };
  };
  const rows = [
    row('home, cached, brotli', to(cached, 'br'), bares.br, to(naive, 'br')),
    row('the same with the access log', to(logged, 'br'), bares.br),
    row('home, cached, gzip', to(cached, 'gzip'), bares.gzip, to(naive, 'gzip')),
    row('home, not modified (304)', to(cached, 'notModified'), bares.notModified),
    row('a script file, brotli', to(cached, 'script'), bares.script, to(naive, 'naiveScript')),
    ...(['br', 'gzip', 'identity'] as const).map((name) =>
      row(`home, rendered each time, ${name}`, to(rendered, name), undefined, to(naive, name)),
    ),
  ];
  return { rows, servers };
}

function accept(encoding: string): Readonly<Record<string, string>> {
  return { 'accept-encoding': encoding };
}

async function readHome({ origin }: RunningServer): Promise<string> {
  const { bodyBase64 } = await recordResponse(`${origin}/`, accept('identity'));
  return Buffer.from(bodyBase64, 'base64').toString();
}
