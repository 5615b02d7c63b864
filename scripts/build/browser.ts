import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild';
import { buildInlineScript } from './inline-script.ts';
import { type BuildManifest, createManifest, staticClosure } from './manifest.ts';
import { minify } from './minify.ts';
import {
  insertStyles,
  readStaticStyles,
  type StaticStyles,
  writeStylesheet,
} from './static-styles.ts';

const root = resolve(import.meta.dirname, '../..');

const entryPoint = 'client/entry.tsx';

/**
 * Bundles client/entry.tsx for the browser: into `outDir`/client/assets the scripts, one per page
 * and what they share. Throws esbuild's BuildFailure when the code does not compile.
 *
 * @returns which page needs which, and esbuild's account of what went into them
 */
export async function buildBrowser(outDir: string) {
  const styles = await readStaticStyles();
  const bundle = { ...browserOptions({ mode: 'production', outDir }), write: false } as const;
  const tried = await build({ ...bundle, plugins: [gatherChunks(styles)] });
  const plugins = [gatherChunks(styles, listSmallModules(tried.metafile))];
  const { metafile, outputFiles } = await build({ ...bundle, plugins });
  await mkdir(join(outDir, 'client/assets'), { recursive: true });
  const manifest: BuildManifest = {
    ...createManifest(metafile, await buildInlineScript()),
    stylesheet: await writeStylesheet(styles, outDir),
  };
  await Promise.all(
    // Minified again with terser. The file names hold esbuild's hash, which depends on the source.
    outputFiles.map(async ({ path, text }) => writeFile(path, await minify(text, terser))),
  );
  return { manifest, metafile };
}

/**
 * The same in development mode, with Emotion in the browser, and incremental: each `rebuild` reuses what has not
 * changed.
 */
export async function watchBrowser(outDir: string) {
  const esbuild = await context(browserOptions({ mode: 'development', outDir }));
  return {
    rebuild: async () =>
      createManifest((await esbuild.rebuild()).metafile, await buildInlineScript()),
    stop: () => esbuild.dispose(),
  };
}

/** Writes the manifest where `server/render/asset-manifest.ts` looks for it. */
export async function writeManifest(manifest: BuildManifest, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function browserOptions({ mode, outDir }: { mode: 'production' | 'development'; outDir: string }) {
  const isProduction = mode === 'production';
  return {
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outdir: join(outDir, 'client/assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // Emotion's builds under the condition "development" name classes by their source position,
    // which the server does not: the same build in both modes, or hydration finds other classes.
    conditions: ['module', 'production'],
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    jsx: 'automatic', // As in tsconfig.json, which esbuild does not apply to what a plugin brings.
    legalComments: 'none',
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    metafile: true,
    logLevel: 'silent',
  } as const satisfies BuildOptions;
}

/** A chunk below this, in bytes, costs a page more as a request than as a part of the entry. */
const smallChunk = 950;

/** A chunk above this, in bytes, is too much for the pages that do not need it. */
const largeChunk = 2000;

/**
 * Our modules that would become small chunks that several pages share: paths from the root. Not those that
 * import a large chunk, which they would bring along to every page.
 */
function listSmallModules({ outputs }: Metafile): readonly string[] {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint) ?? '';
  const onEveryPage = [entry, ...staticClosure(entry, outputs)];
  const isLarge = (path: string) =>
    !onEveryPage.includes(path) && (outputs[path]?.bytes ?? 0) > largeChunk;
  return Object.entries(outputs)
    .filter(([, { entryPoint: own, bytes }]) => own === undefined && bytes < smallChunk)
    .filter(([path]) => !staticClosure(path, outputs).some(isLarge))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

/**
 * esbuild makes a chunk for every set of entry points that share a module. With an import of the entry in each
 * module that is loaded on demand, there is one shared chunk instead, to which imports in the entry add the small
 * modules (figures in scripts/README.md).
 */
function gatherChunks(styles: StaticStyles, small: readonly string[] = []): Plugin {
  const onDemand = listModulesOnDemand();
  return insertStyles(styles, (path) => {
    const added = path === entryPoint ? small : onDemand.has(path) ? [entryPoint] : [];
    return added.map((each) => `import '#${each}';`).join('');
  });
}

/** Our modules that something reaches by `import()`: paths from the root. */
function listModulesOnDemand(): ReadonlySet<string> {
  const modules = globSync('client/**/*.{ts,tsx}', { cwd: root }).flatMap((path) => {
    const imports = readFileSync(join(root, path), 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g);
    return [...imports].map(([, imported = '']) => join(path, '..', imported));
  });
  return new Set(modules.map((path) => path.replaceAll('\\', '/')));
}

/**
 * V8's compile hint: all functions of a file are compiled on another thread while it is fetched. Without
 * it each is compiled at its first call, on the main thread, and first of all the function that esbuild
 * wraps around react-dom (figures in scripts/README.md). Other browsers see a comment.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const compileAtOnce = '//# allFunctionsCalledOnLoad';

const terser = {
  module: true,
  compress: { passes: 2 },
  ecma: 2022,
  format: { comments: false, preamble: compileAtOnce },
} as const;
