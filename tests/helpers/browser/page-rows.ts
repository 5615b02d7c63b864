import { expect, type Page as Tab } from 'playwright/test';
import { type Page, type PageId, pages } from '#shared/routes.ts';
import { untilHydrated } from './hydrated-page.ts';

/** Addresses that show the pages without an address of their own. */
const provocations: Readonly<Partial<Record<PageId, string>>> = {
  'not-found': '/no/such/page',
  'newsletter-link-expired': '/newsletter/confirm',
};

/**
 * The rows of the page table, except the failure page, which needs a failing server, the pages of an open newsletter,
 * which newsletter.spec.ts tests, and rows that differ from another row only in their words.
 */
export const reachableRows: readonly Page[] = pages.filter(
  ({ id, path }) => path !== undefined || provocations[id] !== undefined,
);

/** The rows with a header and a footer. */
export const standaloneRows: readonly Page[] = reachableRows.filter(({ embedded }) => !embedded);

/**
 * Opens the page of a row as visitors do and waits until it is loaded and hydrated.
 *
 * @param expectConsole declares the lines that this row writes to the console
 */
export async function openRow(
  tab: Tab,
  row: Page,
  expectConsole: (line: RegExp) => void,
): Promise<void> {
  if (row.status >= 400) {
    expectConsole(new RegExp(`Failed to load resource: .* status of ${row.status}`));
  }
  if (row.id === 'not-found') expectConsole(/^console\.info: 404: no page at \/no\/such\/page$/);
  const response = await tab.goto(provocations[row.id] ?? row.path ?? '');
  expect(response?.status()).toBe(row.status);
  if (!row.embedded) await untilHydrated(tab);
}
