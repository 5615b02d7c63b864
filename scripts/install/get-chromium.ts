import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { listInstalled } from './list-installed.ts';

const run = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium that starts: one that is installed, or Debian's where the user is root, or Playwright's own.
 *
 * @throws one line with the remedy
 */
export async function getChromium(): Promise<string> {
  const ways = process.env['INSTALL'] === 'off' ? [() => {}] : [() => {}, installDebians, download];
  for (const prepare of ways) {
    prepare();
    const found = await findStarting();
    if (found !== undefined) return found;
  }
  throw new Error('No Chromium starts. npx playwright install --with-deps chromium brings one.');
}

/** Debian's package includes the libraries that it needs; Playwright's own Chromium does not. */
function installDebians(): void {
  const [apt] = listInstalled(['apt-get']);
  if (process.getuid?.() !== 0 || apt === undefined) return;
  console.log('A browser test installs Debian’s chromium. (INSTALL=off: stop)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    // Waits for the end of another installation, in seconds.
    const options = ['--quiet', '--quiet', '-o', 'DPkg::Lock::Timeout=300'];
    spawnSync(apt, [...options, ...args], { stdio: 'inherit', env });
  }
}

function download(): void {
  console.log('A browser test downloads Chromium from Playwright. (INSTALL=off: stop)');
  const timeout = 5 * 60_000; // milliseconds
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout });
}

/** The first candidate that starts. Ubuntu's chromium-browser may be a stub. */
async function findStarting(): Promise<string | undefined> {
  for (const candidate of [...listInstalled(names), chromium.executablePath()]) {
    const started = await run(candidate, ['--version'], { timeout: 20_000 }).catch(() => undefined);
    if (started) return candidate;
  }
  return undefined;
}
