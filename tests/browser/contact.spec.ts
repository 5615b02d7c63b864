import { expect } from 'playwright/test';
import { testOn } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { readLayoutFaults } from '../helpers/browser/layout-faults.ts';

const domain = 'anetworkwithaverylongnamebetweenindiaandeurope.example';
const test = testOn('dist/server/index.js', {
  CONTACT_EMAIL: `correspondence@${domain}`,
  PORT: '0',
});

test('at 320 px a long address breaks after the @, and nothing overflows', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/about');
  expect(await readLayoutFaults(page)).toEqual([]);
  await page.goto('/contact');
  expect(await readLayoutFaults(page)).toEqual([]);
  const card = page.frameLocator('iframe');
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  expect(nodes.map(({ name }) => name?.value)).toContain(`correspondence@${domain}`); // without a space
  const readExcess = (root: Element) => root.scrollWidth - root.clientWidth;
  expect(await card.locator('html').evaluate(readExcess)).toBe(0);
  const [local, network] = await card.getByRole('link').evaluate((link) =>
    [...link.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((text) => {
        const range = document.createRange();
        range.selectNode(text);
        return [...range.getClientRects()].map(({ x }) => x);
      }),
  );
  expect(local).toHaveLength(1);
  expect(network?.[0]).toBe(local?.[0]);
});

const formUrl = 'https://forms.example/contact';

testOn('dist/server/index.js', { CONTACT_FORM_URL: formUrl, PORT: '0' })(
  'an external form that takes the focus when it loads does not scroll the page, and visitors can scroll',
  async ({ page, expectConsole }) => {
    expectConsole(/request to another machine/);
    await page.route(formUrl, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<p style="height:400px"><input><script>onload = () => setTimeout(() => document.querySelector("input").focus(), 500)</script>',
      }),
    );
    await page.setViewportSize({ width: 390, height: 664 });
    // Playwright's own scripts count as actions of the visitor.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
    );
    await visit(page, '/contact');
    await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  },
);
