import { expect, type Page } from 'playwright/test';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser-test.ts';
import { isMarked, untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { headings, mainLink } from '../helpers/page-words.ts';

/* What extensions do to a page: a password manager's node, a translator's elements, a node that is gone. */

/** Opens the home page, changes it when its HTML is complete and before React sees it, and waits for hydration. */
async function openChanged(page: Page, change: () => void) {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.addInitScript(`addEventListener('DOMContentLoaded', ${change})`);
  await page.goto('/');
  await untilHydrated(page);
}

const changes = {
  'a node beside the field': () => {
    const field = document.querySelector<HTMLInputElement>('#newsletter-email');
    field?.after(document.createElement('div'));
    if (field) field.value = 'asha@exa';
  },
  'texts in elements of a translator': () => {
    const field = document.querySelector<HTMLInputElement>('#newsletter-email');
    if (field) field.value = 'asha@exa';
    for (const link of document.querySelectorAll('main a')) {
      const font = document.createElement('font');
      link.prepend(font);
      if (font.nextSibling) font.append(font.nextSibling);
    }
  },
};

for (const [what, change] of Object.entries(changes)) {
  test(`${what} before hydration cost neither theme nor head nor typed text`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/React error #418/);
    await openChanged(page, change);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
    await expect(page.locator('#newsletter-email')).toHaveValue('asha@exa');
    await expect(page.locator('head link[rel=manifest], head link[rel=canonical]')).toHaveCount(2);
    await mainLink(page, 'blog').click();
    await expect(page.locator('h1')).toHaveText(headings.blog);
    await expect(page).toHaveTitle(`${getPageById('blog').title} · ${site.name}`);
    for (const tag of ['title', 'link[rel=canonical]', 'meta[name=description]']) {
      await expect(page.locator(`head ${tag}`)).toHaveCount(1);
      await expect(page.locator(`body ${tag}`)).toHaveCount(0);
    }
    expect(await isMarked(page)).toBe(true);
  });
}

for (const [what, change] of Object.entries({
  removed: (main: Element) => main.lastElementChild?.remove(),
  wrapped: (main: Element) => {
    const font = document.createElement('font');
    if (main.lastElementChild) {
      main.lastElementChild.before(font);
      font.append(main.lastElementChild);
    }
  },
})) {
  test(`a click after a node was ${what} loads the clicked page, once`, async ({ page }) => {
    await visit(page, '/');
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    await page.locator('main').evaluate(change);
    await mainLink(page, 'blog').click();
    await expect(page.locator('h1')).toHaveText(headings.blog);
    await untilHydrated(page);
    expect(loads).toEqual(['/blog']);
    await mainLink(page, 'manifesto').click();
    await expect(page.locator('h1')).toHaveText(headings.manifesto);
  });
}
