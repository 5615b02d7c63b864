import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { listElements } from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../../helpers/read-page.ts';

const interest = 'Thank You for Your Interest!';
const general = 'Thank you';

test.each([
  ['?type=interest', interest],
  ['?utm_source=mail&type=%69nterest', interest],
  ['?type=newsletter', 'Welcome to the newsletter'],
  ['', general],
  ['?type=Interest', general],
  ['?type=%zz', general],
  ['?type=interest&type=newsletter', general],
  ['?type=__proto__', general],
])('/thank-you%s says "%s", what comes next, and where to go', async (search, title) => {
  const { main, words } = await readPage(`/thank-you${search}`);
  expect(readAll(main, 'h1')).toEqual([title]);
  expect(words.includes('48 hours')).toBe(title === interest);
  expect(words.includes('Your subscription')).toBe(title === 'Welcome to the newsletter');
  expect(readAll(main, 'h3')).toHaveLength(2);
  for (const path of ['/', '/events']) {
    expect(listElements(main, hasAttribute('href', path)).length).toBeGreaterThan(0);
  }
  expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
});
