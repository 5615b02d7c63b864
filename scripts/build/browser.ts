import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { buildInlineScript } from './inline-script.ts';
import { type BuildManifest, createManifest, staticClosure } from './manifest.ts';
import { minify } from './minify.ts';
import {
  insertStyles,
  readStaticStyles,
  type StaticStyles,
  writeStylesheet,
} from './static-styles.ts';

const entryPoint = 'client/entry.tsx';

/** Bundles client/entry.tsx into `outDir`/client/assets. @returns the scripts of each page. @throws BuildFailure */
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

/** Writes the manifest where `server/render/asset-manifest.ts` looks for it. */
export async function writeManifest(manifest: BuildManifest, outDir: string): Promise<void> {
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What the build and `npm run dev` have in common. */
export function browserOptions({
  mode,
  outDir,
}: {
  mode: 'production' | 'development';
  outDir: string;
}) {
  const isProduction = mode === 'production';
  return {
    entryPoints: [entryPoint],
    outdir: join(outDir, 'client/assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // Under the condition "development" Emotion names classes by their source position, which the server does not, so
    // hydration would find other classes: both modes use the same build.
    conditions: ['module', 'production'],
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    jsx: 'automatic', // As in tsconfig.json, which esbuild does not apply to the sources of a plugin.
    jsxImportSource: '#jsx', // client/jsx-runtime.ts
    legalComments: 'none',
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    metafile: true,
    logLevel: 'silent',
  } as const satisfies BuildOptions;
}

/** Bytes. Below this a chunk costs more as a request than as a part of the entry. */
const smallChunk = 950;

/** Bytes. Above this a chunk is too large for pages that do not need it. */
const largeChunk = 2000;

/**
 * Our modules that would become small chunks for several pages: paths from the root. Not modules that import a large
 * chunk, because every page would then load that too.
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

/** One shared chunk: modules on demand import the entry, and the entry imports the small ones (scripts/README.md). */
function gatherChunks(styles: StaticStyles, small: readonly string[] = []): Plugin {
  const onDemand = listModulesOnDemand();
  return insertStyles(styles, (path) => {
    const added = path === entryPoint ? small : onDemand.has(path) ? [entryPoint] : [];
    return added.map((each) => `import '#${each}';`).join('');
  });
}

/** Our modules that are loaded by `import()`: paths from the root. */
function listModulesOnDemand(): ReadonlySet<string> {
  const modules = globSync('client/**/*.{ts,tsx}').flatMap((path) => {
    const imports = readFileSync(path, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g);
    return [...imports].map(([, imported = '']) => join(path, '..', imported));
  });
  return new Set(modules.map((path) => path.replaceAll('\\', '/')));
}

/** V8's compile hint, elsewhere a comment (scripts/README.md): https://v8.dev/blog/explicit-compile-hints */
const compileAtOnce = '//# allFunctionsCalledOnLoad';

const terser = {
  module: true,
  compress: { passes: 2 },
  ecma: 2022,
  format: { comments: false, preamble: compileAtOnce },
} as const;
