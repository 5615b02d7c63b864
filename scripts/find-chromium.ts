import { execFile, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { installPackages, isProgram } from './find-program.ts';

const run = promisify(execFile);

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where installers put it without touching PATH. */
const wellKnownPlaces = [
  '/usr/bin/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const downloadTimeout = 5 * 60_000; // milliseconds

/**
 * The path of a Chromium that starts: an installed one, else Playwright's own, else Playwright's
 * own after downloading it, else the system's package after installing it (as root, or with a sudo
 * that asks nothing). Throws one line that says what to do: browser tests are never skipped.
 */
export async function getChromium(): Promise<string> {
  const found = await findStarting([...onPath(), ...wellKnownPlaces, chromium.executablePath()]);
  if (found) return found;

  if (process.env['INSTALL'] === 'off') installPackages(['chromium'], 'The browser tests');
  console.log('Installing Chromium from Playwright for the browser tests. (INSTALL=off: stop.)');
  spawnSync('playwright', ['install', 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: downloadTimeout,
  });
  const downloaded = await findStarting([chromium.executablePath()]);
  if (downloaded) return downloaded;

  installPackages(['chromium'], 'The browser tests');
  const packaged = await findStarting([...onPath(), ...wellKnownPlaces]);
  if (packaged) return packaged;

  throw new Error(
    'The browser tests need Chromium and could not install it: install Chromium or Google Chrome ' +
      '(on Debian as root: apt-get install chromium) and run the tests again.',
  );
}

/** The first candidate that starts; Ubuntu's chromium-browser may be a stub. */
async function findStarting(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of new Set(candidates.filter(isProgram))) {
    const started = await run(candidate, ['--version'], { timeout: 20_000 }).catch(() => undefined);
    if (started) return candidate;
  }
  return undefined;
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}
