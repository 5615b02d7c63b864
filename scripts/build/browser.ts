import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild';
import { minify } from 'terser';
import { buildInlineScript } from './inline-script.ts';
import { makeOnce } from './make-once.ts';
import { type AssetManifest, createManifest } from './manifest.ts';
import {
  insertStyles,
  readStaticStyles,
  type StaticStyles,
  writeStylesheet,
} from './static-styles.ts';

export type BuildMode = 'production' | 'development';

const root = resolve(import.meta.dirname, '../..');

const entryPoint = 'client/entry.tsx';

/**
 * Bundles client/entry.tsx for the browser: into `outDir`/client/assets the scripts, one per page
 * and what they share, and into `outDir`/manifest.json which page needs which. Throws esbuild's
 * BuildFailure when the code does not compile.
 */
export async function buildBrowser(options: {
  mode: BuildMode;
  outDir: string;
  styles?: StaticStyles;
}): Promise<{ manifest: AssetManifest; metafile: Metafile }> {
  const { styles = await readStaticStyles() } = options;
  const bundle = { ...browserOptions(options), plugins: shareOneChunk(styles) };
  const { metafile } = await build(bundle);
  const inlineScript = await buildInlineScript();
  const manifest = {
    ...createManifest(metafile, { inlineScript, outDir: options.outDir, root }),
    stylesheet: await writeStylesheet(styles, options.outDir),
  };
  if (options.mode === 'production') await minifyAgain(options.outDir, metafile);
  await writeManifest(manifest, options.outDir);
  return { manifest, metafile };
}

/** The same in development mode, incremental: each `rebuild` reuses what has not changed. */
export async function watchBrowser(outDir: string): Promise<{
  rebuild: () => Promise<AssetManifest>;
  stop: () => Promise<void>;
}> {
  const esbuild = await context(browserOptions({ mode: 'development', outDir }));
  return {
    rebuild: async () =>
      createManifest((await esbuild.rebuild()).metafile, {
        inlineScript: await buildInlineScript(),
        outDir,
        root,
      }),
    stop: () => esbuild.dispose(),
  };
}

/** Writes the manifest where `server/render/asset-manifest.ts` looks for it. */
export async function writeManifest(manifest: AssetManifest, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function browserOptions({ mode, outDir }: { mode: BuildMode; outDir: string }) {
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

/**
 * esbuild makes a chunk for every set of entry points that share a module. With an import of the entry in each
 * module that is loaded on demand, there is one shared chunk instead (figures in scripts/README.md).
 */
function shareOneChunk(styles: StaticStyles): Plugin[] {
  const onDemand = new Set<string>();
  const noteModules: Plugin = {
    name: 'note-modules-on-demand',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind === 'dynamic-import') onDemand.add(relative(root, join(resolveDir, path)));
        return undefined;
      });
    },
  };
  const addImport = (path: string) => (onDemand.has(path) ? `import '#${entryPoint}';` : '');
  return [noteModules, insertStyles(styles, addImport)];
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

/** Minifies again with terser. The file names hold esbuild's hash, which depends on the source. */
async function minifyAgain(outDir: string, metafile: Metafile): Promise<void> {
  const files = Object.keys(metafile.outputs).map((path) =>
    join(outDir, 'client/assets', basename(path)),
  );
  await Promise.all(
    files.map(async (file) => {
      const source = await readFile(file, 'utf8');
      const minified = await makeOnce({ terser }, source, async () => {
        const { code } = await minify(source, { ...terser });
        return code ?? Promise.reject(new Error(`terser wrote nothing for ${file}`));
      });
      await writeFile(file, minified);
    }),
  );
}
