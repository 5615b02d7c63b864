import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Site, site } from '#shared/site.ts';
import { findElements, findOnly } from '../helpers/parse-html.ts';
import { hasAttribute, readPage } from '../helpers/read-page.ts';

async function readIcons(social: Site['social']) {
  const { root } = await readPage('/', createApp({ site: { ...site, social } }));
  const footer = findOnly(root, 'footer');
  return findOnly(footer, hasAttribute('aria-label', `${site.name} elsewhere`));
}

test('three social icons without an address are labelled pictures, not links and not focusable', async () => {
  const icons = await readIcons(site.social.map((icon) => ({ ...icon, url: undefined })));
  expect(
    findElements(icons, hasAttribute('role', 'img')).map((icon) =>
      icon.attributes.get('aria-label'),
    ),
  ).toEqual(['LinkedIn', 'Instagram', 'X']);
  for (const name of ['a', 'button']) expect(findElements(icons, name)).toEqual([]);
  expect(findElements(icons, hasAttribute('tabindex'))).toEqual([]);
});

test('a social icon with an address is a real link in a new tab, and the others stay as they were', async () => {
  const url = 'https://www.linkedin.com/company/setu-circle-sample';
  const icons = await readIcons([
    { network: 'LinkedIn', url },
    { network: 'Instagram', url: undefined },
    { network: 'X', url: undefined },
  ]);
  const link = findOnly(icons, 'a');
  expect(Object.fromEntries(link.attributes)).toMatchObject({
    href: url,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': expect.stringContaining('LinkedIn'),
  });
  expect(findElements(icons, hasAttribute('role', 'img'))).toHaveLength(2);
});
