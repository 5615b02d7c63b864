import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSite } from '#scripts/site/start-site.ts';
import { copyTree, repo } from '../copy-tree.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** Bundles browser and server, as the build does. */
const program = `
import { cp } from 'node:fs/promises';
import { buildBrowser, writeManifest } from '#scripts/build/browser.ts';
import { readContent } from '#scripts/build/check-content.ts';
import { buildServer } from '#scripts/build/server.ts';

const { manifest } = await buildBrowser('dist');
await writeManifest(manifest, 'dist');
await buildServer('dist', await readContent('dist'));
await cp('public', 'dist/public', { recursive: true });
`;

/** A built site whose page About has deferred parts (`deferred/about-page.tsx`), until it is disposed of. */
export async function startDeferredSite() {
  const { path: folder, remove } = await makeTemporaryFolder();
  await copyTree(folder);
  const pages = join(folder, 'client/pages/about');
  for (const name of ['about-page.tsx', 'lazy-part.tsx']) {
    await cp(join(repo, 'tests/helpers/site/deferred', name), join(pages, name));
  }
  await writeFile(join(folder, 'build.ts'), program);
  await promisify(execFile)(join(repo, 'node_modules/.bin/tsx'), ['build.ts'], { cwd: folder });
  const lines: string[] = [];
  const site = await startSite(
    { MAIL: 'off', DATA_DIR: folder, CONTACT_FORM_URL: 'off' },
    { args: [join(folder, 'dist/server/index.js')], onLine: (line) => lines.push(line) },
  );
  return {
    origin: site.origin,
    /** The errors that the server has logged. */
    listErrors: () => lines.filter((line) => line.includes('"level":50')),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await remove();
    },
  };
}
