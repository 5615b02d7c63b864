import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { watchBrowser, writeManifest } from './build/browser.ts';
import { explainFailure } from './build/explain.ts';
import { createChildServer } from './dev/child-server.ts';
import { createFront, type FrontState, startPath } from './dev/front-server.ts';
import { findFreePort } from './find-free-port.ts';

/* `npm run dev`: a front on PORT, behind it the real server from its sources. When a file changes,
   the browser's scripts are rebuilt, the server restarts, and the open pages load themselves again.
   What goes wrong is shown in the terminal and in the page. */

const root = resolve(import.meta.dirname, '..');
const watched = ['client', 'public', 'server', 'shared'];
/** Outside dist, which `npm run build` replaces as a whole. */
const outDir = join(root, 'node_modules/.cache/dev');
/** Editors write a file in several steps. */
const debounce = 60;

const host = process.env['HOST'] ?? 'localhost';
const port = Number(process.env['PORT'] ?? 3000);

const startedAt = Date.now();
let cycles = 0;
const version = () => `${startedAt}.${cycles}`;

let state: FrontState = { kind: 'failed', report: 'Starting …' };
let timer: NodeJS.Timeout | undefined;
let isDirty = false;
let working: Promise<void> | undefined;

const childPort = await findFreePort();
const child = createChildServer({
  cwd: root,
  port: childPort,
  frontPort: port,
  env: { NODE_ENV: 'development', ASSETS_DIR: outDir },
  onCrash: (report) => {
    state = { kind: 'failed', report };
    announceVersion();
  },
});

const front = createFront({
  version,
  takeLastError: () => child.takeLastError(),
  settled: async () => {
    while (working !== undefined) await working;
    return state;
  },
});
front.server.on('error', (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.message})`;
  console.error(`Port ${port} ${reason}: choose another one with PORT=3001 npm run dev`);
  process.exit(1);
});
front.server.listen(port, host);
await once(front.server, 'listening');
await rm(outDir, { recursive: true, force: true });
await mkdir(outDir, { recursive: true });
const browser = await watchBrowser(outDir);
console.log(`Developing on http://localhost:${port}`);

for (const folder of watched.filter((name) => existsSync(join(root, name)))) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (!name || isEditorsOwn(name)) return;
    scheduleWork();
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
work();

function scheduleWork(): void {
  clearTimeout(timer);
  timer = setTimeout(work, debounce);
}

/** One cycle at a time; a change that comes in the middle makes another one at its end. */
function work(): void {
  isDirty = true;
  working ??= runCycles().finally(() => {
    working = undefined;
    announceVersion();
  });
}

async function runCycles(): Promise<void> {
  while (isDirty) {
    isDirty = false;
    const cycleStartedAt = performance.now();
    try {
      const [built] = await Promise.allSettled([browser.rebuild(), child.stop()]);
      if (built.status === 'rejected') throw built.reason;
      const manifest = built.value;
      // The document loads our start script, and that one the real entry.
      const preload = [manifest.entry, ...manifest.preload];
      await writeManifest({ ...manifest, entry: startPath, preload }, outDir);
      const lastWords = await child.start();
      if (lastWords === undefined) {
        state = { kind: 'running', port: childPort, entry: manifest.entry };
        console.log(`Ready in ${Math.round(performance.now() - cycleStartedAt)} ms`);
      } else {
        state = { kind: 'failed', report: lastWords };
      }
    } catch (error) {
      console.error(await explainFailure(error, { color: process.stderr.isTTY }));
      state = { kind: 'failed', report: await explainFailure(error, { color: false }) };
    }
  }
}

function announceVersion(): void {
  cycles += 1;
  front.announce(version());
}

function isEditorsOwn(name: string): boolean {
  // Vim creates a file named 4913 to find out whether it may write in a folder.
  return /(^|\/)([.#][^/]*|4913)$|~$|\.(swp|swx|tmp)$/.test(name.replaceAll('\\', '/'));
}

async function stop(): Promise<void> {
  await child.stop();
  await browser.stop();
  process.exit(0);
}
