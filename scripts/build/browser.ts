import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { supportedBrowsers } from '#client/boot/supported-browsers.ts';
import { buildInlineScript } from './inline-script.ts';
import { type BuildManifest, listScripts } from './manifest.ts';
import { minify } from './minify.ts';
import { listPageClasses } from './page-classes.ts';
import { insertStyles, readStaticStyles, writeStylesheet } from './static-styles.ts';

/** What both need is a file of its own: the packages, which a returning visitor still has after a release. */
const entryPoints = ['client/entry.tsx', 'client/packages.ts'];

/** Bundles client/entry.tsx into `outDir`/client/assets. @returns the manifest. @throws BuildFailure */
export async function buildBrowser(outDir: string) {
  const styles = await readStaticStyles();
  const options = browserOptions({ mode: 'production', outDir });
  const { metafile, outputFiles } = await build({
    ...options,
    plugins: [insertStyles(styles)],
    write: false,
  });
  await mkdir(join(outDir, 'client/assets'), { recursive: true });
  const manifest: BuildManifest = {
    scripts: listScripts(metafile),
    classes: await listPageClasses(styles),
    inlineScript: await buildInlineScript(),
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

/** For esbuild, which knows what syntax each version has. */
const browserTargets = Object.entries(supportedBrowsers).map(([name, version]) => name + version);

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
  // A function in parentheses is compiled beside the page's own work, not when it is called. Those of the packages in
  // CommonJS are all called at once: without it Lighthouse's blocking time is 140 to 170 ms, with it 65 to 140.
  format: { comments: false, wrap_func_args: true },
} as const;
