import { expect, test } from 'vitest';
import { formatCanonicalPath, pages } from '#shared/routes.ts';

test('search engines may index every page except the thank-you page and the embedded page', () => {
  const closed = pages.flatMap(({ path, indexed }) => (path && !indexed ? path : []));
  expect(closed).toEqual(['/thank-you', '/contact/form']);
});

test.each(pages)('row $id has a canonical path, or no address', ({ path, indexed, status }) => {
  if (path === undefined) expect(indexed).toBe(false);
  else expect([status, formatCanonicalPath(path)]).toEqual([200, path]);
});
