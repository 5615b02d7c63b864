import {
  describeExcess,
  describeSizes,
  measureFiles,
  measurePages,
} from '#scripts/build/measure-build.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { publishedContent } from '#shared/site-content.ts';

/* `npm run check:budgets`: compares `dist/` with the limits of scripts/build/budget.ts. */

const outDir = 'dist';
const kinds = [
  ...measureFiles({ outDir, manifest: readAssetManifest(outDir) }),
  ...(await measurePages(outDir, publishedContent)),
];
process.stdout.write(`${kinds.map(describeSizes).join('\n')}\n`);
for (const excess of kinds.flatMap((each) =>
  describeExcess(each, publishedContent.programme.events),
)) {
  process.stderr.write(`${excess}\n`);
  process.exitCode = 1;
}
