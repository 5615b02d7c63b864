import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, context, type Metafile } from 'esbuild';
import { type BuiltPhotographs, noPhotographs } from '#shared/photographs.ts';
import { insertPhotographs } from '../photographs/build-photographs.ts';

const root = resolve(import.meta.dirname, '../..');

const options = {
  absWorkingDir: root,
  bundle: true,
  // An ES module that imports `node:http` reads all of its exports, one of which loads an HTTP client:
  // 35 ms of the start.
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
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles the server into `outDir`/server/index.js and the newsletter's command line into
 * newsletter.js, each with everything it imports, so that production runs without node_modules.
 * Nothing is minified: stack traces have our names and lines.
 *
 * @returns esbuild's account of what went into the bundles
 */
export async function buildServer({
  outDir,
  photographs = noPhotographs,
}: {
  outDir: string;
  photographs?: BuiltPhotographs;
}): Promise<Metafile> {
  const outdir = join(outDir, 'server');
  const { metafile } = await build({
    ...options,
    entryPoints: { index: 'server/index.ts', newsletter: 'scripts/newsletter.ts' },
    outdir,
    plugins: [insertPhotographs(() => photographs)],
  });
  // Tells Node what the files are, wherever they are put.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  return metafile;
}

/**
 * Packages without React in them. While developing they stay outside: to write them and their part of the
 * source map again took half of each rebuild.
 */
const serverPackages = [
  ...['express', 'compression', 'helmet', 'proxy-addr', 'pg', 'pino', 'nodemailer', 'zod'],
  '@prometheus-io/client',
];

/** The server alone in development mode, incremental: each `rebuild` reuses what has not changed. */
export async function watchServer(outDir: string, getPhotographs: () => Promise<BuiltPhotographs>) {
  const esbuild = await context({
    ...options,
    entryPoints: { 'server/index': 'server/index.ts' },
    outdir: outDir,
    outExtension: { '.js': '.cjs' },
    define: {
      'process.env.NODE_ENV': '"development"',
      // `public/` and what else is found from there stays where it is.
      'import.meta.dirname': JSON.stringify(join(root, 'server')),
    },
    sourcemap: true,
    external: [...options.external, ...serverPackages],
    plugins: [insertPhotographs(getPhotographs)],
  });
  return { rebuild: () => esbuild.rebuild(), stop: () => esbuild.dispose() };
}
