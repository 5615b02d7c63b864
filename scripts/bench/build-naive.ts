import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/**
 * Builds the naive reference (`naive/`) as one bundle with React's production build, as ours is.
 *
 * @returns the path of its server
 */
export async function buildNaive(outDir: string): Promise<string> {
  const publicFolder = join(outDir, 'public');
  const source = join(root, 'scripts/bench/naive');
  const options = {
    absWorkingDir: root,
    bundle: true,
    conditions: ['module', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
  } as const satisfies BuildOptions;
  await cp(join(root, 'public'), publicFolder, { recursive: true });
  await cp(join(source, 'style.css'), join(publicFolder, 'style.css'));
  await build({
    ...options,
    entryPoints: [join(source, 'client.tsx')],
    outfile: join(publicFolder, 'client.js'),
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    minify: true,
  });
  const server = join(outDir, 'server.js');
  await build({
    ...options,
    entryPoints: [join(source, 'server.tsx')],
    outfile: server,
    platform: 'node',
    target: 'node24',
    format: 'cjs', // It starts sooner than ES modules.
    define: { ...options.define, 'import.meta.dirname': '__dirname' },
  });
  await writeFile(join(outDir, 'package.json'), '{ "type": "commonjs" }\n');
  return server;
}
