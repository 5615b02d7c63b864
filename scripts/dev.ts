import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';
import { isColorSupported, prettyFactory } from 'pino-pretty';
import { z } from 'zod';
import type { SiteContent } from '#shared/site-content.ts';
import { writeManifest } from './build/browser.ts';
import { explainFailure, readContent } from './build/check-content.ts';
import { checkStyles } from './build/check-styles.ts';
import { watchServer } from './build/server.ts';
import { explainError, type ThrownError } from './dev/explain-error.ts';
import { createFront, type FrontState, startPath } from './dev/front-server.ts';
import { createServerProcess, type ServerProcess } from './dev/server-process.ts';
import { watchBrowser } from './dev/watch-browser.ts';
import { getFreePort } from './get-free-port.ts';

/* `npm run dev`: a front server on PORT, and the real server behind it. When a file changes, both bundles are
   rebuilt, the server restarts, and open pages reload. Errors of the build, of the start and of a page are shown in the
   terminal and in the page. */

const watched = ['client', 'public', 'server', 'shared'];
/** Outside dist, which `npm run build` replaces as a whole. */
const outDir = resolve('dist.dev');
/**
 * Milliseconds. Editors write a file in several steps, and several files at once. chokidar leaves out a second change
 * of a file within 50 ms, so the files are read later than that.
 */
const debounce = 60;
/** Swap files, backups, and the number with which vim tests a folder. */
const temporaryFile = /(^|[\\/])(\.[^\\/]+|#[^\\/]*#|4913)$|~$|\.(swp|swx|tmp)$/;

// Not from server/config.ts, which imports a content file that may be broken.
const host = process.env['HOST'] || 'localhost';
const port = Number(process.env['PORT'] || 3000);
const readyPath = '/readyz';
/** Lines of the server's output for the error page. */
const maxLines = 60;
/** Log records become lines for people; other output stays as it is. */
const format = prettyFactory({
  colorize: isColorSupported,
  ignore: 'time,pid,hostname,requestId',
  singleLine: true,
});
/** A record of the log with the error of a request. */
const failedRequest = z.object({
  requestId: z.string(),
  err: z.object({ type: z.string(), message: z.string(), stack: z.string().default('') }),
});

/** The result of the last cycle, which may not have begun. */
let state = Promise.resolve<FrontState>({ kind: 'failed', report: 'Starting …' });
let timer: NodeJS.Timeout | undefined;
let content: Promise<SiteContent> | undefined;
let isCodeChanged = false;
let site: ServerProcess | undefined;
/** The next server, which has loaded its packages. */
let waiting: ReturnType<typeof prepareServer> | undefined;
let packages: readonly string[] = [];
let lines: string[] = [];
/** By the id of the request. */
let failures = new Map<string, ThrownError>();

const rebuildBrowser = await watchBrowser(outDir);
const rebuildServer = await watchServer(outDir, () => (content ??= readContent(outDir)));
const front = createFront({
  async settled() {
    for (;;) {
      const last = state;
      const settled = await last;
      if (last === state) return settled;
    }
  },
  async findFailure(requestId) {
    // The log may be read after the response.
    for (let attempt = 0; attempt < 100 && !failures.has(requestId); attempt += 1) await sleep(10);
    return failures.get(requestId) ?? { message: 'The terminal says why', stack: '' };
  },
  explain: (error) => explainError(error, outDir),
});
// chokidar, because Node's recursive watcher loses a file that an editor replaces by renaming.
const watcher = watch(watched, { ignoreInitial: true, ignored: temporaryFile }).on(
  'all',
  (_event, path) => {
    // The files of public/ are served as they are.
    isCodeChanged ||= !path.startsWith('public');
    if (path.startsWith('shared')) content = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => (isCodeChanged ? work() : front.announce()), debounce);
  },
);
await once(watcher, 'ready');
// Before anything is deleted: the port may belong to another `npm run dev`, which needs its files.
await front.listen(port, host).catch((error: Error) => {
  console.error(`${error.message} (another port: PORT=3001 npm run dev)`);
  process.exit(1);
});
await rm(outDir, { recursive: true, force: true });
// The site and the watchers end with this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
work();
console.log(`Developing on http://localhost:${port}`);

/** One cycle after the other; of those that wait only the last runs. */
function work(): void {
  isCodeChanged = false;
  const own: typeof state = state.then((last) => (state === own ? runCycle() : last));
  state = own;
}

async function runCycle(): Promise<FrontState> {
  const startedAt = performance.now();
  const stopping = site?.[Symbol.asyncDispose](); // Does not wait for open connections.
  site = undefined;
  try {
    content ??= readContent(outDir);
    // The content first, so that of several errors the editor's own is shown.
    const builds = [content, checkStyles(), rebuildBrowser(), rebuildServer()] as const;
    // Waits for all, even if one fails: otherwise esbuild would join the next build to a running one.
    await Promise.allSettled([...builds, stopping]);
    lines = [];
    failures = new Map();
    const [, , manifest, { metafile }] = await Promise.all(builds);
    packages = Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ kind, external }) => external && kind === 'import-statement')
      .map(({ path }) => path);
    // The document loads the start script, which loads the real entry.
    const [entry = ''] = manifest.scripts;
    await writeManifest({ ...manifest, scripts: [startPath, ...manifest.scripts] }, outDir);
    const origin = await startServer();
    console.log(`Ready in ${Math.round(performance.now() - startedAt)} ms`);
    return { kind: 'running', origin, entry };
  } catch (error) {
    content = undefined; // It may depend on a file of public/.
    // A server that fails to start prints the reason itself.
    if (lines.length === 0) {
      lines = [await explainFailure(error)];
      console.error(lines[0]);
    }
    return { kind: 'failed', report: lines.join('\n') };
  } finally {
    front.announce();
  }
}

async function prepareServer() {
  // A new port each time: another process may take one that is free for a while.
  const PORT = String(await getFreePort());
  const origin = `http://127.0.0.1:${PORT}`;
  const started = createServerProcess({
    environment: {
      ...process.env,
      NODE_ENV: 'development',
      ASSETS_DIR: outDir,
      HOST: '127.0.0.1',
      PORT,
    },
    bundle: join(outDir, 'server/index.mjs'),
    packages,
    readyUrl: origin + readyPath,
    onLine: (line) => print(line.replaceAll(`localhost:${PORT}`, `localhost:${port}`)),
  });
  return { started, origin };
}

/** Starts the process that waits, and lets the next one load its packages. @returns the origin */
async function startServer(): Promise<string> {
  const { started, origin } = await (waiting ?? prepareServer());
  try {
    await started.start();
  } finally {
    waiting = prepareServer();
  }
  site = started;
  void started.ended.then(() => {
    if (site !== started) return;
    const report = [...lines, 'The server has ended'].join('\n');
    state = Promise.resolve({ kind: 'failed', report });
    front.announce();
  });
  return origin;
}

function print(line: string): void {
  if (line.includes(readyPath)) return; // Our own request.
  const failed = failedRequest.safeParse(parseRecord(line)).data;
  if (failed && !failures.has(failed.requestId)) {
    const { type, message, stack } = failed.err;
    failures.set(failed.requestId, { message: `${type}: ${message}`, stack });
  }
  const text = format(line);
  lines = [...lines, text.trimEnd()].slice(-maxLines);
  process.stdout.write(text);
}

function parseRecord(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
