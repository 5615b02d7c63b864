import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { site } from '#shared/site.ts';
import { getOnly, listElements, readText } from '../../helpers/documents/parse-html.ts';
import { hasAttribute, readPage } from '../../helpers/site/read-page.ts';

test('a social icon with an address opens a new tab; one without an address has no link and takes no focus', async () => {
  const url = 'https://www.linkedin.com/company/setu-circle-sample';
  const withAddress = { network: 'LinkedIn', url } as const;
  const social = [withAddress, { network: 'Instagram' }, { network: 'X' }] as const;
  const { root } = await readPage('/', createApp({ site: { ...site, social } }));
  const icons = getOnly(root, hasAttribute('aria-label', `${site.name} elsewhere`));
  const links = listElements(icons, 'a');
  expect(links.map(readText)).toEqual(['LinkedIn (opens in a new tab)', 'Instagram', 'X']);
  const [link, ...others] = links.map(({ attributes }) => attributes);
  const attributes = { href: url, target: '_blank', rel: 'noopener noreferrer' };
  expect(Object.fromEntries(link ?? [])).toMatchObject(attributes);
  expect(link?.has('aria-disabled')).toBe(false);
  for (const each of others) {
    // Without a role an `<a>` without `href` is generic, and its name would not be announced.
    expect([each.get('role'), each.get('aria-disabled')]).toEqual(['link', 'true']);
    for (const name of ['href', 'tabindex', 'target']) expect(each.has(name)).toBe(false);
  }
});

test('without social profiles the footer has no empty list', async () => {
  const { root } = await readPage('/', createApp({ site: { ...site, social: [] } }));
  expect(listElements(root, hasAttribute('aria-label', `${site.name} elsewhere`))).toEqual([]);
});
