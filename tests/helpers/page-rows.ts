import { expect, type Page as Tab } from 'playwright/test';
import { type Page, type PageId, pages } from '#shared/routes.ts';
import { untilHydrated } from './hydrated-page.ts';

interface Provocation {
  readonly method: 'get' | 'post';
  readonly address: string;
}

/** The requests that lead to the pages without an address of their own. */
const provocations: Readonly<Partial<Record<PageId, Provocation>>> = {
  'not-found': { method: 'get', address: '/no/such/page' },
  'bad-request': { method: 'get', address: '/%zz' },
  'method-not-allowed': { method: 'post', address: '/about' },
  'newsletter-not-open': { method: 'post', address: '/newsletter' },
  'newsletter-link-expired': { method: 'get', address: '/newsletter/confirm' },
  'newsletter-link-unknown': { method: 'get', address: '/newsletter/unsubscribe' },
};

/**
 * Every row of the page table but the failure, which takes a server that fails, and the pages of
 * an open newsletter, which have journeys of their own (newsletter.spec.ts).
 */
export const reachableRows: readonly Page[] = pages.filter(
  ({ id, path }) => path !== undefined || provocations[id] !== undefined,
);

/** Those with a header and a footer. */
export const framelessRows: readonly Page[] = reachableRows.filter(({ framed }) => !framed);

/** Those that have an address. */
export const addressedRows = framelessRows.flatMap((row) =>
  row.path === undefined ? [] : [{ ...row, path: row.path }],
);

/**
 * Opens a row of the page table as a visitor reaches it and waits until it is hydrated.
 *
 * @param expectConsole declares the lines that this row writes to the console
 * @param until `load` waits for pictures and fonts too
 */
export async function openRow(
  tab: Tab,
  row: Page,
  expectConsole: (line: RegExp) => void,
  until: 'load' | 'domcontentloaded' = 'load',
): Promise<void> {
  const { method, address } = provocations[row.id] ?? { method: 'get', address: row.path ?? '' };
  if (row.status >= 400) {
    expectConsole(new RegExp(`Failed to load resource: .* status of ${row.status}`));
  }
  if (row.id === 'not-found') expectConsole(/^console\.info: 404: no page at \/no\/such\/page$/);
  const response =
    method === 'get'
      ? await tab.goto(address, { waitUntil: until })
      : await post(tab, address, until);
  expect(response?.status()).toBe(row.status);
  if (!row.framed) await untilHydrated(tab);
}

/** Sends an empty form, from the one page that has no script of ours. */
async function post(tab: Tab, address: string, until: 'load' | 'domcontentloaded') {
  await tab.goto('/contact/form', { waitUntil: until });
  const responded = tab.waitForResponse((response) => response.request().method() === 'POST');
  await tab.evaluate((action) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = action;
    document.body.append(form);
    form.submit();
  }, address);
  const response = await responded;
  await tab.waitForURL(address, { waitUntil: until });
  return response;
}
