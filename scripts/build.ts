import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBrowser, writeManifest } from './build/browser.ts';
import { copyEarlierAssets } from './build/earlier-assets.ts';
import { hashInputs, writeFingerprint } from './build/fingerprint.ts';
import { listShipped, writeLicences } from './build/licences.ts';
import { precompress } from './build/precompress.ts';
import { explainFailure, readContent } from './build/read-content.ts';
import { writeRelease } from './build/release.ts';
import { writeSbom } from './build/sbom.ts';
import { buildServer } from './build/server.ts';
import { removeUnused } from './cache/read-through-cache.ts';

/* `npm run build [-- --earlier FOLDER] [--commit COMMIT]`: dist/client/assets, dist/public with the social images,
   dist/manifest.json and dist/server/index.js. It writes beside dist and renames at the end, so a failed build does not
   change dist. The hashed files of the earlier build, in dist or in FOLDER, stay for 30 days. */

const dist = 'dist';
const outDir = `dist.tmp-${process.pid}`;
const options = { earlier: { type: 'string' }, commit: { type: 'string' } } as const;
const { values: given } = parseArgs({ options });
const earlier = given.earlier ?? dist;
if (given.earlier && !existsSync(earlier)) console.warn(`There is no earlier build in ${earlier}`);

console.log('Building dist/');
try {
  const startedAt = performance.now();
  const inputs = hashInputs(); // First: a change during the build must cause another build.
  const content = await readContent(outDir);
  const builds = [
    buildBrowser(outDir),
    buildServer(outDir, content),
    cp('public', join(outDir, 'public'), { recursive: true }),
  ] as const;
  await Promise.allSettled(builds); // Wait for all: a failure must not clear the folder while other builds write to it.
  const [{ manifest, metafile }, serverMetafile] = await Promise.all(builds);
  // These modules are imported only now, because they import content files: for a broken one, Node's message would
  // replace ours.
  const [{ pages }, { site }, { manifesto }, measure, { drawSocialImages, writeSocialImages }] =
    await Promise.all([
      import('#shared/routes.ts'),
      import('#shared/site.ts'),
      import('#shared/content/manifesto.ts'),
      import('./build/measure-build.ts'),
      import('./social-images/draw-pictures.ts'),
    ]);
  const { events } = content.programme;
  const assets = join(outDir, 'client/assets');
  const words = {
    blog: content.posts.map(({ title }) => title),
    manifesto: manifesto.sections.slice(0, 1).map(({ statement }) => statement),
  };
  const pictures = await drawSocialImages(site.name, pages, events, { assets, words });
  const socialImages = await writeSocialImages(pictures, outDir);
  await writeManifest({ ...manifest, socialImages }, outDir);
  const shipped = await listShipped(metafile, serverMetafile);
  await writeLicences(shipped, outDir);
  await writeSbom(shipped, outDir);
  for (const folder of ['client/assets', 'public']) await precompress(join(outDir, folder));
  const kinds = [
    ...measure.measureFiles({ outDir, manifest }),
    ...(await measure.measurePages(outDir, content)),
  ];
  for (const kind of kinds) {
    console.log(measure.describeSizes(kind));
    for (const excess of measure.describeExcess(kind, events)) console.warn(`Warning: ${excess}`);
  }
  await copyEarlierAssets({ earlier, outDir }, new Date());
  writeFingerprint(inputs, outDir);
  writeRelease(outDir, given.commit);
  await replaceDist();
  await removeUnused(new Date());
  console.log(`Built dist/ in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(await explainFailure(error));
  process.exitCode = 1;
} finally {
  await rm(outDir, { recursive: true, force: true });
}

/** Renames twice: `dist` is missing for a moment, and never incomplete. */
async function replaceDist(): Promise<void> {
  const old = `dist.old-${process.pid}`;
  if (existsSync(dist)) await rename(dist, old);
  await rename(outDir, dist);
  await rm(old, { recursive: true, force: true });
}
