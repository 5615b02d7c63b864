import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { chromium } from 'playwright';
import { z } from 'zod';
import { pages } from '#shared/routes.ts';
import { getChromium } from './install/get-chromium.ts';
import { createProgressBar } from './progress-bar.ts';
import { getFreePort } from './site/get-free-port.ts';
import { endOnSignal, startSite } from './site/start-site.ts';

/* `npm run lighthouse`: scripts/README.md, “Measurements”. npm fetches Lighthouse: nothing else of ours needs its
   85 packages. */

const { positionals } = parseArgs({ allowPositionals: true });
endOnSignal();
const port = await getFreePort();
await using site = await startSite({ MAIL: 'off', DATA_DIR: 'dist' });
const args = [`--remote-debugging-port=${port}`];
await using _browser = await chromium.launch({ executablePath: await getChromium(), args });
const report = z.object({ categories: z.record(z.string(), z.object({ score: z.number() })) });
const everyPath = [...pages.flatMap(({ path }) => path ?? []), '/no-such-page'];
const paths = positionals.length > 0 ? positionals : everyPath;
const visits = ['mobile', 'desktop'].flatMap((mode) => paths.map((path) => ({ mode, path })));
const rows: Record<string, Record<string, number>> = {};
const progress = createProgressBar('Lighthouse');
for (const { mode, path } of visits) {
  // Pages outside of the search index would lose points in the two other categories.
  const isIndexed = pages.some((page) => page.indexed && page.path === path);
  const categories = `performance,accessibility${isIndexed ? ',best-practices,seo' : ''}`;
  const { href } = new URL(path, site.origin);
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', '--package=lighthouse@13', '--', 'lighthouse', href],
      ...[`--port=${port}`, '--output=json', '--quiet', '--ignore-status-code'],
      ...[`--only-categories=${categories}`, ...(mode === 'desktop' ? ['--preset=desktop'] : [])],
    ],
    { maxBuffer: 1e9 },
  );
  const scores = Object.entries(report.parse(JSON.parse(stdout)).categories);
  rows[`${path}, ${mode}`] = Object.fromEntries(
    scores.map(([name, { score }]) => [name, Math.round(score * 100)]),
  );
  if (scores.some(([, { score }]) => score < 1)) process.exitCode = 1;
  progress.update(Object.keys(rows).length, visits.length);
}
progress.end();
console.table(rows);
