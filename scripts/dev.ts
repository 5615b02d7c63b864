import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { watch } from 'chokidar';
import { isColorSupported, prettyFactory } from 'pino-pretty';
import type { SiteContent } from '#shared/site-content.ts';
import { writeManifest } from './build/browser.ts';
import { explainFailure, readContent } from './build/read-content.ts';
import { watchServer } from './build/server.ts';
import { checkAllTypes } from './dev/check-all-types.ts';
import { createDevServer, type State, scriptPath, sendErrorPage } from './dev/dev-server.ts';
import { explainError } from './dev/explain-error.ts';
import { type LoadedSite, loadSite } from './dev/load-site.ts';
import { watchBrowser } from './dev/watch-browser.ts';

/* `npm run dev`: when a file changes, both bundles are rebuilt, this process loads the site from the new
   bundle, and open pages reload. The terminal and the page show errors of the build, of the start and of a page, and
   uncaught errors. */

const watched = ['client', 'public', 'server', 'shared'];
/** The files of this process itself. */
const loaded = ['build', 'cache', 'check-content', 'dev', 'dev.ts', 'photographs'].map(
  (name) => `scripts/${name}`,
);
/** The folder of the builds. `npm run build` replaces dist as a whole. */
const outDir = resolve('dist.dev');
/**
 * Milliseconds. Editors write a file in several steps, and several files at once. chokidar leaves out a second change
 * of a file within 50 ms, so the files are read later than that.
 */
const debounce = 60;
/** Swap files, backups (`.app.swp`, `#app#`, `app~`), and the file 4913, with which vim tests a folder. */
const temporaryFile = /(^|[\\/])(\.[^\\/]+|#[^\\/]*#|4913)$|~$|\.(swp|swx|tmp)$/;

// These are not read from server/config.ts, which imports a content file that may be broken.
const host = process.env['HOST'] || 'localhost';
const port = Number(process.env['PORT'] || 3000);
const url = `http://localhost:${port}`;
process.env['NODE_ENV'] = 'development'; // For packages, which are loaded later.
/** Log records become lines for people; other output stays as it is. */
const format = prettyFactory({
  colorize: isColorSupported,
  ignore: 'time,pid,hostname,requestId',
  singleLine: true,
});

let lastCycle = 0;
/** The result of the last cycle, which may not have begun. */
let state = Promise.resolve<State>({ kind: 'failed', report: 'Starting …' });
let timer: NodeJS.Timeout | undefined;
let content: Promise<SiteContent> | undefined;
let isCodeChanged = false;
let isAnnounced = false;
let site: LoadedSite | undefined;
let notes = { restart: '', warnings: '', types: '' };
/** The text last shown in the terminal, by kind. */
const lastShown = new Map<string, string>();

const rebuildBrowser = await watchBrowser(outDir);
const rebuildServer = await watchServer(outDir, readOnce);
const { server, listen, announce, showNotes } = createDevServer(
  async () => {
    for (;;) {
      const last = state;
      const settled = await last;
      if (last === state) return settled;
    }
  },
  (error) => explainError(error, outDir),
);
// chokidar, because Node's recursive watcher loses a file that an editor replaces by renaming.
const watcher = watch([...watched, ...loaded], { ignoreInitial: true, ignored: temporaryFile }).on(
  'all',
  (event, path) => {
    if (path.startsWith('scripts')) {
      return report({ restart: `Restart npm run dev: ${path} has changed.` });
    }
    // The files of public/ are served as they are, but their names are checked.
    const isServed = path.startsWith('public') && event === 'change';
    isCodeChanged ||= !isServed;
    if (path.startsWith('shared') || path.startsWith('public')) content = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => (isCodeChanged ? work() : announce()), debounce);
  },
);
await once(watcher, 'ready');
// Listens before anything is deleted: another `npm run dev` may have the port, and needs its files.
await listen(port, host).catch((error: Error) => {
  console.error(`${error.message} (another port: PORT=3001 npm run dev)`);
  process.exit(1);
});
await rm(outDir, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
// npm sends SIGTERM only to its shell, which ends without passing it on.
const shell = process.ppid;
setInterval(() => {
  if (process.ppid !== shell) process.exit(0);
}, 250).unref();
process.on('uncaughtException', async (error) => {
  state = state.then(() => fail(error));
  await state;
  announce();
});
work();
console.log(`Developing on ${url}`);

/** The content of the last change, which is read once. */
function readOnce(): Promise<SiteContent> {
  content ??= readContent(outDir, (lines) => {
    report({ warnings: lines.map((line) => `Warning: ${line}`).join('\n') });
  });
  return content;
}

/** Shows changed scripts, warnings and wrong types on the page, and in the terminal when they are new. */
function report(changed: Partial<typeof notes>): void {
  for (const [kind, text] of Object.entries(changed)) {
    if (text !== '' && lastShown.get(kind) !== text) console.warn(text);
    if (text !== '') lastShown.set(kind, text);
  }
  notes = { ...notes, ...changed };
  showNotes(Object.values(notes).filter(Boolean).join('\n'));
}

/** Runs one cycle after another. Of several waiting cycles only the last runs. */
function work(): void {
  isCodeChanged = false;
  checkAllTypes((types) => report({ types }));
  lastCycle += 1;
  const own = lastCycle;
  state = state.then((last) => (own === lastCycle ? runCycle() : last));
}

async function runCycle(): Promise<State> {
  const startedAt = performance.now();
  const former = site?.stop();
  site = undefined;
  try {
    // The content comes first, so that among several errors the one in the content is shown.
    const builds = [readOnce(), rebuildBrowser(), rebuildServer()] as const;
    // Waits for all, even if one fails: otherwise esbuild would join the next build to a running one.
    await Promise.allSettled(builds);
    const [, manifest, bundle] = await Promise.all(builds);
    // A page runs the last script first: it reloads the page even if a save has just replaced the others.
    await writeManifest({ ...manifest, scripts: [...manifest.scripts, scriptPath] }, outDir);
    site = await loadSite(bundle, server, {
      environment: {
        ...process.env,
        LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn', // not each response
        ASSETS_DIR: outDir,
        HOST: '127.0.0.1', // With another host the newsletter requires settings for mail.
      },
      log: { write: (line) => process.stdout.write(format(line)) },
      sendFailure: async (error, _request, response) =>
        sendErrorPage(response, 500, await explain(error)),
    });
    void site.start(isAnnounced ? undefined : url, former); // A save prints one line.
    isAnnounced = true;
    console.log(`Ready in ${Math.round(performance.now() - startedAt)} ms`);
    return { kind: 'running', site };
  } catch (error) {
    content = undefined; // It may depend on a file of public/.
    return fail(error);
  } finally {
    announce();
  }
}

async function fail(error: unknown): Promise<State> {
  const report = await explainFailure(error, explain);
  console.error(report);
  return { kind: 'failed', report };
}

async function explain(error: unknown): Promise<string> {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return explainError({ message: String(error), stack }, outDir);
}
