import { expect, test } from 'vitest';
import { isNewsletterPage } from '#shared/newsletter/outcomes.ts';
import { formatCanonicalPath, pages } from '#shared/routes.ts';

test.each(['id', 'path', 'title', 'description'] as const)('no two rows share a %s', (field) => {
  // All outcomes of the newsletter have the same description.
  const rows = field === 'description' ? pages.filter(({ id }) => !isNewsletterPage(id)) : pages;
  const values = rows.flatMap((page) => page[field] ?? []);
  expect(values.toSorted()).toEqual([...new Set(values)].sort());
});

test('search engines may index every page except the thank-you page and the embedded page', () => {
  const closed = pages.flatMap(({ path, indexed }) => (path && !indexed ? path : []));
  expect(closed).toEqual(['/thank-you', '/contact/form']);
});

test.each(pages)('row $id has a description of whole sentences, and a canonical path', (page) => {
  expect(page.description).toMatch(/^\S.*\.$/);
  if (page.path === undefined) expect(page.indexed).toBe(false);
  else expect([page.status, formatCanonicalPath(page.path)]).toEqual([200, page.path]);
});
