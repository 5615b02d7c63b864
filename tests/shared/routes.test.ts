import { expect, test } from 'vitest';
import { findCanonicalPath, findPageByPath, isPageId, pages } from '#shared/routes.ts';

/** The specification's route table, and the page inside the contact page's frame. */
const paths = [
  ...['/', '/about', '/blog', '/contact', '/contact/form', '/events', '/investor-faq'],
  ...['/manifesto', '/privacy', '/terms', '/thank-you'],
];

test('no two pages are described alike, but for the rows that share a file', () => {
  const values = pages.flatMap(({ file, description }) => (file ? [] : description));
  expect(values.toSorted()).toEqual([...new Set(values)].sort());
});

test.each(['id', 'path', 'title'] as const)('no two rows share a %s', (field) => {
  const values = pages.flatMap((page) => page[field] ?? []);
  expect(values.toSorted()).toEqual([...new Set(values)].sort());
});

test('search engines may index every page but the thank-you page and the page in the frame', () => {
  const closed = paths.filter((path) => !findPageByPath(path)?.indexed);
  expect(closed).toEqual(['/contact/form', '/thank-you']);
});

test.each(pages)('row $id has a description that is shown whole, and a canonical path', (page) => {
  expect(page.description).toMatch(/^\S.*\.$/);
  expect(page.description.length).toBeLessThanOrEqual(160);
  if (page.path === undefined) expect(page.indexed).toBe(false);
  else expect([page.status, findCanonicalPath(page.path)]).toEqual([200, page.path]);
});

test.each(['constructor', '__proto__', 'toString', '', undefined, null, 1, ['home']])(
  '%j is not the id of a page',
  (value) => {
    expect(isPageId(value)).toBe(false);
  },
);
