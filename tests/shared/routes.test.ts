import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe.each(pages)('row $id', (page) => {
  test('is 200 with a path, and is not indexed without one', () => {
    if (page.path === undefined) expect(page.indexed).toBe(false);
    else expect(page.status).toBe(200);
  });

  test('has a description that a search engine shows whole', () => {
    expect(page.description).toMatch(/^\S.*\.$/);
    expect(page.description.length).toBeLessThanOrEqual(160);
  });

  test('has a canonical path that is its own canonical spelling', () => {
    if (page.path !== undefined) expect(findCanonicalPath(page.path)).toBe(page.path);
  });
});

test('the footer has the six links of the specification, in its order', () => {
  const labels = ['Events', 'Manifesto', 'Blog', 'Investor FAQ', 'Contact', 'Legal'];
  expect(footerLinks.filter(({ label }) => labels.includes(label))).toEqual([
    { path: '/events', label: 'Events' },
    { path: '/manifesto', label: 'Manifesto' },
    { path: '/blog', label: 'Blog' },
    { path: '/investor-faq', label: 'Investor FAQ' },
    { path: '/contact', label: 'Contact' },
    { path: '/privacy', label: 'Legal' },
  ]);
});

test('the header has Manifesto and Blog', () => {
  expect(headerLinks.slice(0, 2)).toEqual([
    { path: '/manifesto', label: 'Manifesto' },
    { path: '/blog', label: 'Blog' },
  ]);
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

test('upper case, doubled slashes and slashes at the end lead to the page', () => {
  fc.assert(
    fc.property(spellings, ({ path, spelling }) => {
      expect(findCanonicalPath(spelling)).toBe(path);
    }),
  );
});

/** Paths near to ours and far from it. */
const anyPath = fc.oneof(
  spellings.map(({ spelling }) => spelling),
  fc.string({ unit: 'binary' }).map((text) => `/${text}`),
  fc.webPath(),
  fc
    .tuple(fc.constantFrom(...paths), fc.string({ maxLength: 3 }))
    .map(([path, addition]) => path + addition),
);

test('a redirect leads to a path of the table and never anywhere else', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      const canonical = findCanonicalPath(path);
      if (canonical !== undefined) expect(paths).toContain(canonical);
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
