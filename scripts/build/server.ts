import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Packages from CommonJS call `require` for Node's own modules; an ES module has none. */
export const requireBanner = [
  "import { createRequire as createRequireOfNode } from 'node:module';",
  'const require = createRequireOfNode(import.meta.url);',
].join('\n');

/**
 * Bundles the server and the newsletter's command line, each with everything it imports, into
 * `outDir`/server/index.js and newsletter.js, so that production runs without node_modules. It is not minified: Node parses it once, and a stack trace
 * with our names and lines in it is worth more than the bytes.
 */
export async function buildServer({ outDir }: { outDir: string }): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { index: 'server/index.ts', newsletter: 'scripts/newsletter.ts' },
    outdir: join(outDir, 'server'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // The same builds of Emotion and React Router as in the browser (see browser.ts).
    conditions: ['module', 'production'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __dirname: 'import.meta.dirname',
      __filename: 'import.meta.filename',
    },
    // Only on request, and only where somebody has built it: pg's binding to the C library.
    external: ['pg-native'],
    banner: { js: requireBanner },
    // Lets esbuild drop the development halves of React that the define leaves unreachable.
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  // Tells Node what index.js is where no package.json lies above, as in the container.
  await writeFile(join(outDir, 'server/package.json'), '{ "type": "module" }\n');
}
