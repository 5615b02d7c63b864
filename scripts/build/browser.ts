import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild';
import { minify } from 'terser';
import { buildInlineScript } from './inline-script.ts';
import { makeOnce } from './make-once.ts';
import { type AssetManifest, createManifest, staticClosure } from './manifest.ts';
import {
  definingModule,
  readStaticStyles,
  type StaticStyles,
  writeStylesheet,
} from './static-styles.ts';

export type BuildMode = 'production' | 'development';

const root = resolve(import.meta.dirname, '../..');

const {
  compilerOptions: { jsxImportSource },
}: { compilerOptions: { jsxImportSource: string } } = JSON.parse(
  readFileSync(join(root, 'tsconfig.json'), 'utf8'),
);

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
  const bundle = browserOptions(options);
  const { styles = await readStaticStyles() } = options;
  const tryOut = async (plugins: Plugin[]) =>
    (await build({ ...bundle, plugins, write: false })).metafile;
  const lazy = findLazyModules(await tryOut([adapt(styles)]));
  const small = listSmallModules(await tryOut([adapt(styles, lazy)]));
  const { metafile } = await build({ ...bundle, plugins: [adapt(styles, lazy, small)] });
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
    // As in tsconfig.json, which esbuild applies to files but not to what a plugin brings.
    jsx: 'automatic',
    jsxImportSource,
    jsxDev: false,
    legalComments: 'none',
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    metafile: true,
    logLevel: 'silent',
  } as const satisfies BuildOptions;
}

/** Our modules that something reaches by `import()`: absolute paths. */
function findLazyModules({ outputs }: Metafile): Set<string> {
  const modules = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  return new Set(modules.filter((path) => path !== entryPoint).map((path) => join(root, path)));
}

/** A chunk below this, in bytes, costs a page more as a request than as a part of the entry. */
const smallChunk = 950;

/** A chunk above this, in bytes, is too much for the pages that do not need it. */
const largeChunk = 2000;

/**
 * Our modules that would become small chunks that several pages share: absolute paths. Not those that
 * import a large chunk, which they would bring along to every page.
 */
function listSmallModules({ outputs }: Metafile): readonly string[] {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint) ?? '';
  const onEveryPage = [entry, ...staticClosure(entry, outputs)];
  const bringsLarge = (path: string) =>
    staticClosure(path, outputs).some(
      (each) => !onEveryPage.includes(each) && (outputs[each]?.bytes ?? 0) > largeChunk,
    );
  return Object.entries(outputs)
    .filter(([path, { bytes, entryPoint: own }]) => {
      return own === undefined && bytes < smallChunk && !bringsLarge(path);
    })
    .flatMap(([, { inputs }]) => Object.keys(inputs).map((path) => join(root, path)));
}

/** What stands for the module that defines the classes. */
const noStyles = 'export const css = undefined, checkOrder = () => {};';

/**
 * Adapts our modules to the browser. Each style becomes the name of its class. And because esbuild makes
 * a chunk for every set of entry points that share a module, an import of the entry is added to each lazy
 * module, which leaves one chunk; the small modules are added to the entry (figures in
 * scripts/README.md).
 */
function adapt(
  { replaceTemplates }: StaticStyles,
  lazy: ReadonlySet<string> = new Set(),
  small: readonly string[] = [],
): Plugin {
  const imports = small.map((path) => `import ${JSON.stringify(path)};`).join('');
  return {
    name: 'adapt',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path }) => {
        const name = relative(root, path).replaceAll('\\', '/');
        if (name === definingModule) return { contents: noStyles, loader: 'js' };
        const isEntry = name === entryPoint;
        const source = replaceTemplates(name, await readFile(path, 'utf8'));
        const added = isEntry ? imports : lazy.has(path) ? `import '#${entryPoint}';` : '';
        return { contents: `${source}\n${added}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
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
