import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeHead } from '#shared/head.ts';
import { getPageById, pages } from '#shared/routes.ts';

const site = { name: 'Pont Circle', origin: 'https://pont.example' };

test('a page is titled by itself first and by the site after it', () => {
  expect(describeHead(getPageById('about'), site).title).toBe('About · Pont Circle');
});

test('Home is titled by the site first', () => {
  expect(describeHead(getPageById('home'), site).title).toBe(
    'Pont Circle: Backing Indian Art, Culture & Tech Ventures',
  );
});

test('no two pages have the same title', () => {
  const titles = pages.map((page) => describeHead(page, site).title);
  expect(new Set(titles).size).toBe(pages.length);
});

test('the canonical address is the origin of the deployment and the path of the page', () => {
  expect(describeHead(getPageById('home'), site).canonical).toBe('https://pont.example/');
  expect(describeHead(getPageById('investor-faq'), site).canonical).toBe(
    'https://pont.example/investor-faq',
  );
});

test('a page without an address of its own has no canonical address and is not indexed', () => {
  for (const page of pages.filter(({ path }) => path === undefined)) {
    expect(describeHead(page, site)).toMatchObject({ canonical: undefined, indexed: false });
  }
});

test('a canonical address has no query, no fragment and no doubled slash, whatever the origin', () => {
  const origins = fc.tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.integer({ min: 1, max: 65_535 }),
  );
  fc.assert(
    fc.property(origins, fc.constantFrom(...pages), ([scheme, host, port], page) => {
      const { canonical } = describeHead(page, {
        name: 'X',
        origin: `${scheme}://${host}:${port}`,
      });
      if (canonical === undefined) return;
      expect(new URL(canonical)).toMatchObject({ pathname: page.path, search: '', hash: '' });
      expect(canonical.replace('://', '')).not.toContain('//');
    }),
  );
});
