import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild';
import type { BuiltPhotographs } from '#shared/photographs.ts';
import { publishedContent, type SiteContent } from '#shared/site-content.ts';
import { insertPhotographs } from '../photographs/build-photographs.ts';
import { definingModule, readStaticStyles, type StaticStyles } from './static-styles.ts';

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
  // And what a page loads in the browser alone, when it is used: notifications, forms, motion.
  external: ['pg-native', '@base-ui/react', '@tanstack/query-core', 'framer-motion'],
  // An import of a file beside the bundle becomes a `require`, which knows the names of its exports.
  supported: { 'dynamic-import': false },
  // As in tsconfig.json, which esbuild applies to files but not to what a plugin brings.
  jsx: 'automatic',
  // Lets esbuild drop the development halves of React that the define leaves unreachable.
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Packages that few servers load, by the name of their file: each is a file of its own, because Node parses all of a
 * file at every start.
 */
const rarePackages: Readonly<Record<string, string>> = {
  metrics: '@prometheus-io/client',
  nodemailer: 'nodemailer',
  pg: 'pg',
};

/**
 * Bundles the server into `outDir`/server/index.js and the newsletter's command line into
 * newsletter.js, with the packages that they import, so that production runs without node_modules.
 * Nothing is minified: stack traces have our names and lines.
 *
 * @param content as it will be published: the server does not read it again at every start
 * @returns esbuild's account of what went into the bundles
 */
export async function buildServer({
  outDir,
  content = publishedContent,
  styles,
}: {
  outDir: string;
  content?: SiteContent;
  styles?: StaticStyles;
}): Promise<Metafile> {
  const outdir = join(outDir, 'server');
  const { metafile } = await build({
    ...options,
    entryPoints: { index: 'server/index.ts', newsletter: 'scripts/newsletter.ts', ...rarePackages },
    outdir,
    plugins: [
      insertContent(content),
      insertStyles(styles ?? (await readStaticStyles())),
      separateRarePackages,
    ],
  });
  // Tells Node what the files are, wherever they are put.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  return metafile;
}

/** Puts the content in place of the module that makes it. The first use of `Intl` alone takes 20 ms. */
function insertContent(content: SiteContent): Plugin {
  const contents = `export const publishedContent = ${JSON.stringify(content)};`;
  return {
    name: 'content',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]shared[\\/]site-content\.ts$/ }, () => ({ contents }));
    },
  };
}

/** Puts names of classes in place of the templates, and their rules in place of the module that makes them. */
function insertStyles({ replaceTemplates, rules }: StaticStyles): Plugin {
  const ready = `export const css = undefined, checkOrder = () => {}, rules = new Map(${JSON.stringify([...rules])});`;
  return {
    name: 'styles',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path }) => {
        const name = relative(root, path).replaceAll('\\', '/');
        if (name === definingModule) return { contents: ready, loader: 'js' };
        const contents = replaceTemplates(name, await readFile(path, 'utf8'));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

const separateRarePackages: Plugin = {
  name: 'rare-packages',
  setup({ onResolve }) {
    for (const [file, name] of Object.entries(rarePackages)) {
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${file}.js`, external: true },
      );
    }
  },
};

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
