import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBrowser } from '#scripts/build/browser.ts';
import { copyEarlierAssets } from '#scripts/build/earlier-assets.ts';
import { buildServer } from '#scripts/build/server.ts';

const publicFolder = fileURLToPath(new URL('../../public', import.meta.url));

/** Builds the site as production runs it into this folder, without social images and compression. */
export async function buildSite(outDir: string): Promise<void> {
  await buildBrowser({ mode: 'production', outDir });
  await buildServer({ outDir });
  await cp(publicFolder, join(outDir, 'public'), { recursive: true });
}

/**
 * Makes a later version of a build: the same code in which every browser file has another name, as if
 * all of it had changed. The files of the versions before are kept as every build keeps them.
 *
 * @param number from 1 to 11, different for each version: it ends each hash, which otherwise knows no 0
 *   and no 1 (esbuild writes base32)
 * @param earlier the folder of the version before
 */
export async function makeVersion(
  build: string,
  outDir: string,
  number: number,
  earlier: string,
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
  const manifest = join(outDir, 'manifest.json');
  await writeFile(manifest, renew(await readFile(manifest, 'utf8')));
  await copyEarlierAssets({ earlier, outDir }, new Date());
}
