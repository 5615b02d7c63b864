import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBrowser } from '#scripts/build/browser.ts';
import { buildServer } from '#scripts/build/server.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';

const publicFolder = fileURLToPath(new URL('../../public', import.meta.url));

/** Builds the site as production runs it into this folder, without the social images. */
export async function buildSite(outDir: string): Promise<void> {
  await buildBrowser({ mode: 'production', outDir });
  await buildServer({ outDir });
  await cp(publicFolder, join(outDir, 'public'), { recursive: true });
}

/**
 * Makes a later version of a build: the same code in which every browser file has changed, so that the
 * files of one version do not exist in the next but one. The files of the version before stay for the
 * pages that visitors still have open.
 *
 * @param number from 1 to 11, different for each version: it ends each hash, which otherwise knows no 0
 *   and no 1 (esbuild writes base32)
 * @param before the version before, if that is not the build itself
 */
export async function makeVersion(
  build: string,
  outDir: string,
  number: number,
  before = build,
): Promise<void> {
  await cp(build, outDir, { recursive: true });
  const folder = join(outDir, 'client/assets');
  const end = String(number).padStart(2, '0');
  const renew = (text: string) => text.replace(/-([0-9A-Z]{6})[0-9A-Z]{2}\.js/g, `-$1${end}.js`);
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    await writeFile(file, renew(await readFile(file, 'utf8')));
    await rename(file, join(folder, renew(name)));
  }
  for (const file of readAssetFiles(before)) {
    await cp(join(before, file), join(outDir, file));
  }
  const manifest = join(outDir, 'manifest.json');
  await writeFile(manifest, renew(await readFile(manifest, 'utf8')));
}

/** The browser files of a build's own pages, as paths in its folder. */
function readAssetFiles(build: string): readonly string[] {
  const { entry, preload, pages } = readAssetManifest(build);
  const paths = [entry ?? '', ...preload, ...Object.values(pages).flat()];
  return [...new Set(paths)].map((path) => join('client', path));
}
