import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { getInstalled, listInstalled } from './install-packages.ts';

const run = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium that starts, which it installs if need be. Throws one line with the remedy. */
export async function getChromium(): Promise<string> {
  const found = await findStarting();
  if (found) return found;
  download();
  return getInstalled(findStarting, 'chromium', 'The browser tests');
}

function download(): void {
  if (process.env['INSTALL'] === 'off') return;
  console.log('Installing Chromium from Playwright for the browser tests. (INSTALL=off: stop.)');
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  spawnSync('playwright', ['install', 'chromium'], { stdio: [...stdio], timeout: 5 * 60_000 });
}

/** The first candidate that starts. Ubuntu's chromium-browser may be a stub. */
async function findStarting(): Promise<string | undefined> {
  for (const candidate of [...listInstalled(names), chromium.executablePath()]) {
    const started = await run(candidate, ['--version'], { timeout: 20_000 }).catch(() => undefined);
    if (started) return candidate;
  }
  return undefined;
}
