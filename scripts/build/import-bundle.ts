import { mkdtempDisposable } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

/**
 * Bundles our modules from the files as they are now, and imports the bundle: a direct import would return the
 * modules of the start. Packages are not bundled. Stack traces name the files.
 *
 * @param contents a module that imports from the root, `export * from './shared/site.ts'`
 */
export async function importBundle<Module>(
  contents: string,
  options: Pick<BuildOptions, 'define' | 'plugins'> = {},
): Promise<Module> {
  // The folder is in node_modules: imports find packages there, and no watcher watches it.
  await using folder = await mkdtempDisposable(resolve('node_modules/.bundle-'));
  const outfile = join(folder.path, 'bundle.mjs');
  await build({
    ...options,
    stdin: { contents, resolveDir: '.' },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'silent',
    logOverride: { 'duplicate-object-key': 'error' },
  });
  process.setSourceMapsEnabled(true);
  return await import(pathToFileURL(outfile).href);
}
