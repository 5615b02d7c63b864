import { resolve } from 'node:path';
import { expect } from 'playwright/test';
import { testOn } from '../helpers/browser/browser-test.ts';
import { untilHydrated, visit } from '../helpers/browser/hydrated-page.ts';
import { headings } from '../helpers/browser/page-words.ts';
import { askPort } from '../helpers/site/ask.ts';
import { readSamples } from '../helpers/site/read-samples.ts';
import { type RunningServer, readPort } from '../helpers/site/start-server.ts';

/* The server logs and counts an error in a visitor's browser. The tests run the production build with metrics. */

const test = testOn('server/index.ts', {
  NODE_ENV: 'production',
  ASSETS_DIR: resolve(import.meta.dirname, '../../dist'),
  PORT: '0',
  METRICS_PORT: '0',
});

test.describe.configure({ mode: 'default' });

/** The number of reports of a kind in the metrics. */
async function count(server: RunningServer, kind: string): Promise<number> {
  const { body } = await askPort(await readPort(server, 'metricsUrl'), { path: '/metrics' });
  const samples = readSamples(body.toString());
  return samples.get(`browser_reports_total{kind="${kind}"}`) ?? Number.NaN;
}

test('a violation of the policy is logged and counted', async ({ page, server, expectConsole }) => {
  expectConsole(/policy violation: style-src-elem blocked inline/);
  expectConsole(/violates the following Content Security Policy directive/);
  await visit(page, '/about');
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'h1 { color: red }';
    document.body.append(style);
  });
  const line = await server.waitFor(({ kind }) => kind === 'policy');
  const blocked = { page: '/about', directive: 'style-src-elem', blocked: 'inline' };
  expect(line).toMatchObject({ level: 40, msg: 'reported by a browser', ...blocked });
  expect(await count(server, 'policy')).toBe(1);
});

test('a failed hydration is logged and counted', async ({ page, server, expectConsole }) => {
  expectConsole(/Minified React error #418/);
  await page.route('**/blog?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</h1>', ' changed on its way</h1>');
    expect(body).toContain('changed on its way');
    await route.fulfill({ response, body });
  });
  await page.goto('/blog?from=a-private-mail');
  await untilHydrated(page);
  const line = await server.waitFor(({ kind }) => kind === 'hydration');
  const message = expect.stringContaining('React error #418');
  expect(line).toMatchObject({ level: 40, msg: 'reported by a browser', page: '/blog', message });
  expect(JSON.stringify(line)).not.toMatch(/private|127\.0\.0\.1/);
  await expect.poll(() => count(server, 'hydration')).toBe(1);
  await expect(page.locator('h1')).toHaveText(headings.blog); // React has rendered the page again.
});

test('an error and a rejection that nothing catches are logged', async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(/Failing/);
  await visit(page, '/terms');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Failing for asha@example.org');
    });
    void Promise.reject(new Error('Failing'));
  });
  const line = await server.waitFor(({ kind }) => kind === 'script');
  expect(line).toMatchObject({ page: '/terms', message: 'Error: Failing for [address]' });
  await server.waitFor(({ kind }) => kind === 'rejection');
});
