import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { site } from '#shared/site.ts';
import { findElements, findOnly, readText } from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../../helpers/read-page.ts';

describe.each([
  ['/privacy', 10],
  ['/terms', 12],
])('%s', (path, count) => {
  test('was last updated on the day in Berlin', async () => {
    const now = () => new Date('2026-11-20T23:00:00.000Z');
    const { main, words } = await readPage(path, createApp({ now }));
    expect(words).toContain('Last updated: Nov 21, 2026');
    expect(findOnly(main, 'time').attributes.get('datetime')).toBe('2026-11-21');
  });

  test(`has ${count} numbered sections, and a contents list that leads to each`, async () => {
    const { main } = await readPage(path);
    const headings = findElements(main, 'h2');
    expect(headings).toHaveLength(count);
    const contents = findOnly(main, hasAttribute('aria-label', 'Contents'));
    const links = findElements(findOnly(contents, 'ol'), 'a');
    expect(links.map((link) => [link.attributes.get('href'), readText(link)])).toEqual(
      headings.map((heading) => [`#${heading.attributes.get('id')}`, readText(heading)]),
    );
    expect(readAll(main, 'h2').map((text) => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  test('says which address to write to, as a link, wherever it does', async () => {
    const { main, words } = await readPage(path);
    expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
    const links = findElements(main, hasAttribute('href', `mailto:${site.email}`));
    expect(links).toHaveLength(words.split(site.email).length - 1);
  });
});

test('the two legal pages lead to each other', async () => {
  expect(readLinks((await readPage('/privacy')).main, 'Terms of Use')).toEqual(['/terms']);
  expect(readLinks((await readPage('/terms')).main, 'Privacy Policy')).toEqual(['/privacy']);
});

test("a deployment's own address stands in place of the sample", async () => {
  const app = createApp({ site: { ...site, email: 'write@network.example' } });
  const { response, main } = await readPage('/privacy', app);
  expect(readLinks(main, 'write@')).toEqual(['mailto:write@network.example']);
  expect(response.text).not.toContain(site.email);
});
