import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import {
  findMedian,
  findMisses,
  formatReports,
  parseReport,
  type Report,
} from './lighthouse/report.ts';
import { pageAddresses } from './size/page-addresses.ts';
import { withBuiltServer } from './start-site.ts';

/* `npm run lighthouse [-- --runs 5] [/path …]`: Lighthouse's mobile run (simulated slow 4G) over every
   page, the median of several runs each. Lighthouse comes from npm when it is wanted and is no
   dependency. Exits with 1 where a page misses a goal. Figures of a busy machine are worse. */

const { runs, addresses } = readArguments(process.argv.slice(2));
const chromium = await findChromium();
const folder = await mkdtemp(join(tmpdir(), 'setu-lighthouse-'));
try {
  const reports = await withBuiltServer(async (origin) => {
    const found: Report[] = [];
    for (const address of addresses) {
      const ofPage: Report[] = [];
      for (let run = 0; run < runs; run += 1) {
        const report = await measure(address, origin);
        if (report) ofPage.push(report);
      }
      const median = findMedian(ofPage);
      if (!median) throw new Error(`Lighthouse gave no report of ${address}`);
      found.push(median);
      console.log(formatReports([median], { head: found.length === 1 }));
    }
    return found;
  });
  const misses = reports.flatMap(findMisses);
  if (misses.length > 0) {
    console.error(`Below the goals:\n${misses.map((miss) => `  ${miss}`).join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readArguments(given: readonly string[]) {
  const place = given.indexOf('--runs');
  const count = place < 0 ? 3 : Number(given[place + 1]);
  if (!Number.isInteger(count) || count < 1) throw new Error('--runs wants a whole number');
  const paths = given.filter((text) => text.startsWith('/'));
  // A 404 or a 400 is no page to Lighthouse.
  const pages = pageAddresses.filter((path) => !['/nobody-knows-this', '/%zz'].includes(path));
  return { runs: count, addresses: paths.length > 0 ? paths : pages };
}

/** One run, or undefined where the browser gave no figures (a trace without a paint, for example). */
async function measure(address: string, origin: string): Promise<Report | undefined> {
  const file = join(folder, 'report.json');
  await rm(file, { force: true });
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  await run('npm', [
    ...['exec', '--yes', '--package=lighthouse@13', '--', 'lighthouse', origin + address],
    ...['--quiet', '--output=json', `--output-path=${file}`],
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=--headless=new --disable-gpu${sandbox}`,
  ]);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseReport(address, JSON.parse(text));
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, CHROME_PATH: chromium },
    });
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}
