import { availableParallelism } from 'node:os';
import { defineConfig, devices } from 'playwright/test';
import { getChromium } from '#scripts/install/get-chromium.ts';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { site } from '#shared/site.ts';
import { ownServer } from './tests/helpers/content/some-event.ts';

// The workers read this file again, and inherit the variable.
process.env['SITE_PORT'] ??= String(await getFreePort());
const port = process.env['SITE_PORT'];
const origin = `http://127.0.0.1:${port}`;

/** Chromium has no sandbox as root, the usual user in containers. */
const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const { CI } = process.env;

const desktopChromium = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    executablePath: await getChromium(),
    args: [
      ...sandboxFlags,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
    ],
  },
};

/* The browser journeys, against the production build that `npm run test:browser` makes first. A test
   that needs another server (a delay, a failure, other settings) starts its own. */
export default defineConfig({
  fullyParallel: true,
  workers: availableParallelism() + 1, // some tests wait most of their time
  forbidOnly: Boolean(CI),
  reporter: [['dot'], ...(CI ? [['html', { open: 'never' }] as const] : [])],
  timeout: 180_000, // milliseconds; on a busy machine too only a test that hangs takes this long
  expect: { timeout: 30_000 }, // the same
  use: {
    baseURL: origin,
    // Neither the server's zone nor the events': hydration shows that a page is the same everywhere.
    timezoneId: 'America/Los_Angeles',
    locale: 'de-DE',
    reducedMotion: 'reduce', // except in tests about motion
    trace: CI ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: 'chromium',
      testDir: 'tests/browser',
      testIgnore: '**/*.system.spec.ts',
      use: desktopChromium,
    },
    {
      // In Firefox, WebKit and Chromium, which it starts itself, one after the other.
      name: 'system',
      testDir: 'tests',
      testMatch: '**/*.system.spec.ts',
      fullyParallel: false,
      use: desktopChromium,
    },
  ],
  webServer: {
    // The same Node that runs Playwright, not the shell's `node`.
    command: `'${process.execPath}' ${ownServer.args.join(' ')}`,
    url: `${origin}/readyz`,
    // The newsletter's own journeys start their own servers.
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      LOG_LEVEL: 'warn',
      SITE_ORIGIN: site.origin, // As on a public server, where the form is closed but stands.
      CONTACT_FORM_URL: 'off', // No request to another machine.
      DATA_DIR: 'dist', // Without a database.
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
  },
});
