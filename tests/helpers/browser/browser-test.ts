import { test as base, expect } from 'playwright/test';
import { type RunningServer, readPort, startProcess } from '../site/start-server.ts';

interface BrowserFixtures {
  /** Declares a line of the console. It has to appear at least once; a line that nobody declared fails the test. */
  readonly expectConsole: (line: RegExp) => void;
}

/**
 * Playwright's `test` with watchers on every page, frame and tab: an undeclared line in the console, an uncaught error,
 * a violation of the content security policy, or a request that leaves this machine fails the test that caused it.
 */
export const test = base.extend<BrowserFixtures>({
  expectConsole: [
    async ({ context }, use) => {
      const declared: RegExp[] = [];
      const lines: string[] = [];
      context.on('console', (message) => {
        const text = message.text();
        if (!notOurs.some((pattern) => pattern.test(text))) {
          lines.push(`console.${message.type()}: ${text}`);
        }
      });
      context.on('weberror', (webError) => lines.push(`uncaught: ${webError.error().message}`));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith('http') && hostname !== '127.0.0.1') {
          lines.push(`request to another machine: ${request.url()}`);
        }
      });
      await context.addInitScript(reportViolations);

      await use((line) => declared.push(line));

      // Runs first, because it waits: a page may write the line after the test has ended.
      await expect
        .configure({ soft: true })
        .poll(
          () => declared.filter((pattern) => !lines.some((line) => pattern.test(line))).map(String),
          'This was to be written to the console',
        )
        .toEqual([]);
      const undeclared = lines.filter((line) => !declared.some((pattern) => pattern.test(line)));
      expect.soft(undeclared, 'Nothing else was to be written to the console').toEqual([]);
    },
    { auto: true },
  ],
});

export interface ServerFixtures {
  readonly environment: Readonly<Record<string, string>>;
  readonly server: RunningServer;
  readonly origin: string;
}

/** `test` against a server of its own, one for each worker: a script with these variables. */
export function testOn(script: string, environment: Readonly<Record<string, string>> = {}) {
  const scope = 'worker';
  return test.extend<object, ServerFixtures>({
    baseURL: async ({ origin }, use) => use(origin),
    environment: [environment, { scope }],
    server: [
      async ({ environment: given }, use) => {
        await using started = await startProcess({ CONTACT_FORM_URL: 'off', ...given }, script);
        await use(started);
      },
      { scope, timeout: 60_000 },
    ],
    origin: [
      async ({ server }, use) => use(`http://127.0.0.1:${await readPort(server)}`),
      { scope },
    ],
  });
}

const notOurs = [
  // The embedded page preloads fonts that it shows in its frame, without scripts; opened by itself it says so after seconds.
  /was preloaded using link preload but not used within a few seconds/,
  // React's hint about its browser extension, in development builds.
  /react\.dev\/link\/react-devtools/,
  // Playwright and the watcher below would run these scripts in the contact page's iframe, which allows none.
  /^Blocked script execution in '\S+' because the document's frame is sandboxed/,
];

/** Runs in the page. The browser logs most violations itself, but not those of a report-only policy. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the watcher above listens to it
    console.error(`policy violation: ${violatedDirective} blocked ${blockedURI}`);
  });
}
