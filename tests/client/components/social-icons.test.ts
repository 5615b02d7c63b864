import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Site, site } from '#shared/site.ts';
import { findElements, findOnly } from '../../helpers/parse-html.ts';
import { hasAttribute, readPage } from '../../helpers/read-page.ts';

async function readIcons(social: Site['social']) {
  const { root } = await readPage('/', createApp({ site: { ...site, social } }));
  const footer = findOnly(root, 'footer');
  return findOnly(footer, hasAttribute('aria-label', `${site.name} elsewhere`));
}

test('three social icons without an address are links without destination, not focusable', async () => {
  const icons = findElements(
    await readIcons(site.social.map((icon) => ({ ...icon, url: undefined }))),
    'a',
  );
  expect(icons.map(({ attributes }) => attributes.get('aria-label'))).toEqual([
    'LinkedIn',
    'Instagram',
    'X',
  ]);
  for (const { attributes } of icons) {
    // Without a role an `<a>` that leads nowhere is generic, and its name would not be announced.
    expect(attributes.get('role')).toBe('link');
    expect(attributes.get('aria-disabled')).toBe('true');
    for (const name of ['href', 'tabindex', 'target']) expect(attributes.has(name)).toBe(false);
  }
});

test('a social icon with an address is a real link in a new tab, and the others stay as they were', async () => {
  const url = 'https://www.linkedin.com/company/setu-circle-sample';
  const icons = await readIcons([
    { network: 'LinkedIn', url },
    { network: 'Instagram', url: undefined },
    { network: 'X', url: undefined },
  ]);
  const link = findOnly(icons, hasAttribute('href'));
  expect(Object.fromEntries(link.attributes)).toMatchObject({
    href: url,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': expect.stringContaining('LinkedIn'),
  });
  expect(link.attributes.has('aria-disabled')).toBe(false);
  expect(findElements(icons, hasAttribute('aria-disabled', 'true'))).toHaveLength(2);
});
