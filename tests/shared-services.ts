import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '#scripts/build/server.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { startPostgres, type TestPostgres } from './helpers/programs/start-postgres.ts';
import { listenLocally } from './helpers/site/ask.ts';

/* The built server and a PostgreSQL, for all unit tests. Each is made once, when the first test needs it. The tests run
   in other processes, so they ask for it by HTTP (helpers/get-shared.ts). */

export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'setu-shared-'));
  let building: Promise<string> | undefined;
  let starting: Promise<TestPostgres> | undefined;
  const services: Readonly<Record<string, () => Promise<string>>> = {
    async '/server'() {
      // A static import would fail for a wrong entry before the check of the content could name that entry.
      const { publishedContent } = await import('#shared/site-content.ts');
      building ??= build(folder, publishedContent);
      return building;
    },
    async '/postgres'() {
      starting ??= startPostgres();
      return (await starting).url;
    },
  };
  const server = createServer(async (request, response) => {
    response.shouldKeepAlive = false; // A busy worker would reuse a connection that has just timed out.
    try {
      response.end(await services[request.url ?? '']?.());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const listening = await listenLocally(server);
  process.env['SHARED_SERVICES'] = `http://127.0.0.1:${listening.port}`;
  return async () => {
    await listening[Symbol.asyncDispose]();
    await (await starting)?.remove();
    rmSync(folder, { recursive: true });
  };
}

/** Builds the server as production runs it, without the browser's part, and returns its folder. */
export async function build(outDir: string, content: SiteContent): Promise<string> {
  await buildServer(outDir, content);
  cpSync('public', join(outDir, 'public'), { recursive: true });
  const manifest = { scripts: ['/assets/entry-AAAAAAAA.js'], inlineScript: '' };
  writeFileSync(join(outDir, 'manifest.json'), JSON.stringify(manifest));
  return outDir;
}
