import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { insertStyles, type StaticStyles } from './static-styles.ts';

/** A class in a bundle: a text of its own. Another text of this form adds a rule and does no harm. */
const className = /(["'`])(_[0-9a-z]+)\1/g;

/**
 * The classes of each page, by its file without `-page.tsx`: those in its modules and in the ones that all pages share,
 * as far as the bundler keeps them. For that the app is bundled with one page, without what is loaded on demand.
 */
export async function listPageClasses(styles: StaticStyles): Promise<Record<string, string[]>> {
  const paths = globSync('client/pages/**/*-page.tsx').map((path) => path.replaceAll('\\', '/'));
  const files = paths.map((path) => basename(path, '-page.tsx'));
  // Imported only now, so that the checks of the content report a mistake in it first.
  const { pages } = await import('#shared/routes.ts');
  const missing = pages.filter(({ id, file = id }) => !files.includes(file));
  if (missing.length > 0) {
    const names = missing.map(({ id, file = id }) => `${file}-page.tsx`).join(', ');
    throw new Error(`client/pages has no ${names}, which shared/routes.ts names`);
  }
  const { outputFiles } = await build({
    entryPoints: paths.map((path, index) => ({ in: `page:${path}`, out: files[index] ?? path })),
    outdir: 'unused',
    bundle: true,
    write: false,
    format: 'esm',
    packages: 'external',
    minifySyntax: true,
    jsx: 'automatic',
    plugins: [onlyStatic, insertStyles(styles)],
    logLevel: 'silent',
  });
  return Object.fromEntries(
    outputFiles.map(({ path, text }) => {
      const names = [...text.matchAll(className)].flatMap(([, , name = '']) => name);
      return [basename(path, '.js'), [...new Set(names)].filter((name) => styles.rules.has(name))];
    }),
  );
}

/** Entry points `page:NAME`: the app with one page. */
const onlyStatic: Plugin = {
  name: 'only-static',
  setup({ onResolve, onLoad }) {
    // A boundary shows them in the browser only, which fetches all rules: 110 bytes less for each page.
    onResolve({ filter: /\/(failure-page|offline)\.tsx$/ }, ({ path, importer }) =>
      importer.endsWith('app.tsx') ? { path, external: true } : undefined,
    );
    onResolve({ filter: /^page:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'page' }));
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
      contents: `export * from './client/app.tsx'; export * from './${path}';`,
      resolveDir: '.',
    }));
  },
};
