import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { supportedBrowsers } from '#client/boot/supported-browsers.ts';
import type { AssetManifest } from '#server/render/asset-manifest.ts';
import { buildInlineScript } from './inline-script.ts';
import { minifyWithMap } from './minify.ts';
import { insertStyles, readStaticStyles, writeStylesheet } from './static-styles.ts';

/** The manifest of a build, which the server reads. Every script is a public path. */
export type BuildManifest = Omit<AssetManifest, 'version'>;

/** A file of its own for what both need: the packages, which a returning visitor still has after a release. */
const entryPoints = ['client/entry.tsx', 'client/packages.ts'];

/**
 * The source maps of the scripts, for the log's stacks (`scripts/deploy/README.md`, “Browser reports”). They are beside the
 * folders that are served, because they are not for visitors.
 */
const mapsFolder = 'maps';

/** Bundles client/entry.tsx into `outDir`/client/assets. @returns the manifest. @throws BuildFailure */
export async function buildBrowser(outDir: string) {
  const styles = await readStaticStyles();
  const options = browserOptions({ mode: 'production', outDir });
  const { metafile, outputFiles } = await build({
    ...options,
    plugins: [insertStyles(styles)],
    write: false,
    sourcemap: 'external',
    sourcesContent: false,
  });
  for (const folder of ['client/assets', mapsFolder])
    await mkdir(join(outDir, folder), { recursive: true });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const manifest: BuildManifest = {
    scripts: listScripts(metafile),
    inlineScript: await buildInlineScript(),
    stylesheet: await writeStylesheet(styles, outDir),
  };
  await Promise.all(
    // Terser minifies the output again. The file names hold esbuild's hash, which depends on the source.
    [...texts].map(async ([path, text]) => {
      const given = texts.get(`${path}.map`);
      if (given === undefined) return;
      const { code, map } = await minifyWithMap(text, given, terser);
      await writeFile(path, code);
      await writeFile(
        join(outDir, mapsFolder, `${basename(path)}.map`),
        nameFromRoot(map, dirname(path)),
      );
    }),
  );
  return { manifest, metafile };
}

/** The scripts that a page imports: the entry point, then its static imports at any depth, nearest first. */
export function listScripts({ outputs }: Metafile): string[] {
  const entry = Object.keys(outputs).filter(
    (path) => outputs[path]?.entryPoint === 'client/entry.tsx',
  );
  const found = new Set(entry);
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) found.add(imported);
    }
  }
  return [...found].map((path) => `/assets/${basename(path)}`);
}

/** Paths from the root of the repository, in place of those from the script's folder. */
function nameFromRoot(map: string, folder: string): string {
  const { sources, ...rest }: { readonly sources: readonly string[] } = JSON.parse(map);
  const names = sources.map((path) => relative('.', join(folder, path)).replaceAll('\\', '/'));
  return JSON.stringify({ ...rest, sources: names });
}

/** Writes the manifest where `server/render/asset-manifest.ts` looks for it. */
export async function writeManifest(manifest: BuildManifest, outDir: string): Promise<void> {
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The supported browsers for esbuild, which knows the syntax of each version. */
const browserTargets = Object.entries(supportedBrowsers).map(([name, version]) => name + version);

/** The options of esbuild for the build and for `npm run dev`. */
export function browserOptions({
  mode,
  outDir,
}: {
  mode: 'production' | 'development';
  outDir: string;
}) {
  const isProduction = mode === 'production';
  return {
    entryPoints,
    outdir: join(outDir, 'client/assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: browserTargets,
    // Under the condition "development" Emotion names classes by their source position, which the server does not, so
    // hydration would find other classes: both modes use the same build.
    conditions: ['module', 'production'],
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    jsx: 'automatic', // As in tsconfig.json, which esbuild does not apply to the sources of a plugin.
    legalComments: 'none',
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    metafile: true,
    logLevel: 'silent',
  } as const satisfies BuildOptions;
}

const terser = {
  module: true,
  compress: { passes: 2 },
  ecma: 2022,
  // Chromium from 136 on compiles all functions of such a script beside the main thread, which would otherwise compile
  // each at its first call (https://v8.dev/blog/explicit-compile-hints).
  format: { comments: false, preamble: '//# allFunctionsCalledOnLoad' },
} as const;
