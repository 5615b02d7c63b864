import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { serverFlags } from '../server-flags.ts';
import { quickenStart } from './quicken-start.ts';

const root = resolve(import.meta.dirname, '../..');

const options = {
  absWorkingDir: root,
  bundle: true,
  // Not ES modules: an import of `node:http` from one reads all of its exports, and one of them loads
  // an HTTP client that nobody needs, for 35 ms; and Node keeps no code cache for them but its own.
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  // The same builds of Emotion and React Router as in the browser (see browser.ts).
  conditions: ['module', 'production'],
  define: {
    'process.env.NODE_ENV': '"production"',
    'import.meta.dirname': '__dirname',
  },
  // Only on request, and only where somebody has built it: pg's binding to the C library.
  external: ['pg-native'],
  // Lets esbuild drop the development halves of React that the define leaves unreachable.
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  plugins: [quickenStart],
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles the server into `outDir`/server/app.js and the newsletter's command line into
 * newsletter.js, each with everything it imports, so that production runs without node_modules;
 * index.js starts the server. Nothing is minified: Node reads it once, and a stack trace with our
 * names and lines in it is worth more than the bytes.
 *
 * @returns what esbuild says about what went in
 */
export async function buildServer({ outDir }: { outDir: string }): Promise<Metafile> {
  const outdir = join(outDir, 'server');
  const [{ metafile: app }, { metafile: newsletter }] = await Promise.all([
    build({
      ...options,
      entryPoints: { app: 'server/index.ts' },
      outdir,
      // A function, which is what scripts/build/start/load-program.ts compiles and calls.
      banner: { js: '(function (require, __filename, __dirname) {' },
      footer: { js: '})' },
    }),
    build({ ...options, entryPoints: { newsletter: 'scripts/newsletter.ts' }, outdir }),
    build({ ...options, entryPoints: { index: 'scripts/build/start/start-server.ts' }, outdir }),
  ]);
  // Tells Node what the files are, wherever they are put.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  return {
    inputs: { ...app.inputs, ...newsletter.inputs },
    outputs: { ...app.outputs, ...newsletter.outputs },
  };
}

/** Lets the built server run once, for the code cache of its next start. */
export async function warmUpServer({ outDir }: { outDir: string }): Promise<void> {
  const script = join(import.meta.dirname, 'start/warm-up.ts');
  // Nothing of this process's environment: NODE_OPTIONS would change what the cache is good for.
  const env = { PATH: process.env['PATH'] ?? '' };
  await promisify(execFile)(process.execPath, [...serverFlags, script, join(outDir, 'server')], {
    env,
  });
}
