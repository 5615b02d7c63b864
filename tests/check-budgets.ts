import { rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  describeExcess,
  describeSizes,
  listLists,
  measureFiles,
  measurePages,
  measureShells,
} from '#scripts/build/measure-build.ts';
import { buildServer } from '#scripts/build/server.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { maxPageSize } from '#shared/paging.ts';
import { publishedContent } from '#shared/site-content.ts';
import { makeWordyContent } from './helpers/content/wordy-content.ts';

/* `npm run check:budgets`: compares `dist/` with the limits of scripts/build/budget.ts. The pages of lists have the
   content of a site whose editors have worked for years, so that today's texts decide nothing. */

const outDir = resolve('dist');
const manifest = readAssetManifest(outDir);
const ownServer = join(outDir, 'server/index.js');
const kinds = [
  ...measureFiles({ outDir, manifest }),
  await measureShells({ outDir, server: ownServer, content: publishedContent }),
];
for (const photographs of ['none', 'one'] as const) {
  const folder = resolve(`dist.budgets-${process.pid}`);
  try {
    const content = makeWordyContent(photographs);
    // Otherwise a page would have room for more than the lists give it.
    if (listLists(content).some(({ pageSize }) => pageSize === maxPageSize)) {
      throw new Error('The entries of wordy-content.ts are too short to fill a page');
    }
    await buildServer(folder, content);
    await symlink(join(outDir, 'public'), join(folder, 'public'));
    const server = join(folder, 'server/index.js');
    kinds.push(...(await measurePages({ outDir, server, content })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
process.stdout.write(`${kinds.map(describeSizes).join('\n')}\n`);
const problems = kinds.flatMap((kind) => describeExcess(kind));
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
