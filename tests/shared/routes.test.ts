import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findCanonicalPath,
  findPageByPath,
  footerLinks,
  headerLinks,
  isActivePath,
  isPageId,
  pages,
} from '#shared/routes.ts';

/** The specification's route table, and the page inside the contact page's frame. */
const paths = [
  ...['/', '/about', '/blog', '/contact', '/contact/form', '/events', '/investor-faq'],
  ...['/manifesto', '/privacy', '/terms', '/thank-you'],
];

test('the page table has all pages of the specification', () => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

test.each(['id', 'path', 'title', 'description'] as const)('no two rows share a %s', (field) => {
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

test('header and footer have the links of the specification, in its order', () => {
  const list = (links: typeof footerLinks) => links.map(({ path, label }) => `${label} ${path}`);
  expect(list(headerLinks).slice(0, 2)).toEqual(['Manifesto /manifesto', 'Blog /blog']);
  const ours = [
    ...['Events /events', 'Manifesto /manifesto', 'Blog /blog', 'Investor FAQ /investor-faq'],
    ...['Contact /contact', 'Legal /privacy'],
  ];
  expect(list(footerLinks).filter((link) => ours.includes(link))).toEqual(ours);
});

/** A known path written differently: characters in any case, slashes repeated, one or more at the end. */
const spellings = fc
  .record({
    path: fc.constantFrom(...paths),
    upper: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
    slashes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
    end: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ path, upper, slashes, end }) => {
    const characters = [...path].map((character, place) =>
      upper[place] ? character.toUpperCase() : character,
    );
    let slash = 0;
    const doubled = characters.join('').replace(/\//g, () => '/'.repeat(slashes[slash++] ?? 1));
    return { path, spelling: doubled + '/'.repeat(end) };
  });

/** Paths near to ours and far from it. */
const anyPath = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => `/${text}`),
  fc.webPath(),
  fc
    .tuple(fc.constantFrom(...paths), fc.string({ maxLength: 3 }))
    .map(([path, addition]) => path + addition),
);

test('another spelling leads to the page, and no path anywhere but to a path of the table', () => {
  fc.assert(
    fc.property(spellings, anyPath, ({ path, spelling }, other) => {
      expect(findCanonicalPath(spelling)).toBe(path);
      expect([undefined, ...paths]).toContain(findCanonicalPath(other));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ...['/constructor', '/__proto__', '/blog/anything', '//evil.example/about', '/\\about'],
  ...['/about/..', '/aboutt', '/%61bout', '', 'about'],
])('%s is not a page', (path) => {
  expect(findCanonicalPath(path)).toBeUndefined();
  expect(findPageByPath(path)).toBeUndefined();
});

test.each(['constructor', '__proto__', 'toString', '', undefined, null, 1, ['home']])(
  '%j is not the id of a page',
  (value) => {
    expect(isPageId(value)).toBe(false);
  },
);

test.each([
  ['/', '/', true],
  ['/', '/blog', false],
  ['/blog', '/', false],
  ['/blog', '/blog', true],
  ['/blog', '/blog/', true],
  ['/blog', '/blog/a-post', true],
  ['/blog', '/blogs', false],
  ['/blog', '/blog-archive', false],
  ['/blog', '/manifesto', false],
  ['/blog/a-post', '/blog', false],
])('the link to %s on the page %s: active is %s', (link, current, active) => {
  expect(isActivePath(link, current)).toBe(active);
});
