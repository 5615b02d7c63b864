import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild';
import type { SiteContent } from '#shared/site-content.ts';
import { insertStyles, readStaticStyles } from './static-styles.ts';

const options = {
  bundle: true,
  // An ES module that imports `node:http` reads all of its exports. One of them loads an HTTP client, which adds 35
  // ms to the start.
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  define: {
    'process.env.NODE_ENV': '"production"',
    'import.meta.dirname': '__dirname',
  },
  // pg's binding to the C library is optional. Toasts run only in the browser, on demand.
  external: ['pg-native', '@base-ui/react'],
  // An import of a file beside the bundle becomes a `require`, which knows the names of its exports.
  supported: { 'dynamic-import': false },
  jsx: 'automatic', // As in tsconfig.json, which esbuild does not apply to the sources of a plugin.
  // Lets esbuild drop React's development code, which the define makes unreachable.
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Packages that few servers load, by import specifier. Each is a separate file, because Node parses whole files. */
const rarePackages = [
  { file: 'metrics', name: '@prometheus-io/client', imported: /^@prometheus-io\/client$/ },
  { file: 'nodemailer', name: 'nodemailer', imported: /^nodemailer$/ },
  { file: 'pg', name: 'pg', imported: /^pg$/ },
  // Tables of character sets, which Express uses for bodies that are not UTF-8; their own package imports them.
  { file: 'charsets', name: 'iconv-lite/encodings', imported: /^\.\.\/encodings$/ },
];

/**
 * Bundles the server into `outDir`/server/index.js and the newsletter's command line into newsletter.js, with their
 * packages: production runs without node_modules. Names and white space stay, so that stack traces can be read.
 */
export async function buildServer(outDir: string, content: SiteContent): Promise<Metafile> {
  const outdir = join(outDir, 'server');
  const separate = Object.fromEntries(rarePackages.map(({ file, name }) => [file, name]));
  const { metafile } = await build({
    ...options,
    entryPoints: {
      index: 'server/index.ts',
      newsletter: 'server/newsletter-command.ts',
      ...separate,
    },
    outdir,
    plugins: [
      insertContent(async () => content),
      insertStyles(await readStaticStyles()),
      separateRarePackages,
    ],
  });
  // Tells Node the module format, wherever the files are.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  return metafile;
}

/** Replaces the module that makes the content with the content: the first use of `Intl` alone takes 20 ms. */
function insertContent(getContent: () => Promise<SiteContent>): Plugin {
  return {
    name: 'content',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]shared[\\/]site-content\.ts$/ }, async () => ({
        contents: `export const publishedContent = ${JSON.stringify(await getContent())};`,
      }));
    },
  };
}

const separateRarePackages: Plugin = {
  name: 'rare-packages',
  setup({ onResolve }) {
    for (const { file, imported } of rarePackages) {
      onResolve({ filter: imported }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${file}.js`, external: true },
      );
    }
  },
};

/**
 * The server without its socket in development mode, incremental: returns a function that builds, and returns the path
 * of the bundle.
 */
export async function watchServer(outDir: string, getContent: () => Promise<SiteContent>) {
  const bundle = join(outDir, 'server/site.cjs');
  const esbuild = await context({
    ...options,
    entryPoints: ['server/create-site.ts'],
    outfile: bundle,
    define: {
      'process.env.NODE_ENV': '"development"',
      // The server finds `public/` relative to this folder.
      'import.meta.dirname': JSON.stringify(resolve('server')),
    },
    minifySyntax: false,
    sourcemap: 'inline',
    packages: 'external', // Bundling packages and their source maps again would take half of a rebuild.
    plugins: [insertContent(getContent)],
    write: false,
  });
  return async () => {
    const { outputFiles } = await esbuild.rebuild();
    // For esbuild the default export of every package is CommonJS's whole `module.exports`. The replacement has the
    // same length, so that the source map stays valid.
    const text = outputFiles[0]?.text.replace(/(__toESM\(require\("[^"]+"\)), 1\)/g, '$1   )');
    await mkdir(dirname(bundle), { recursive: true });
    await writeFile(bundle, text ?? '');
    return bundle;
  };
}
