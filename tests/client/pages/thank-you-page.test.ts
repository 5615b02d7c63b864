import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { findElements } from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../../helpers/read-page.ts';

const general = 'Thank you';

test.each<readonly [search: string, title: string]>([
  ['', general],
  ['?type=interest', 'Thank You for Your Interest!'],
  ['?type=newsletter', 'Welcome to the newsletter'],
  ...['type=general', 'type=', 'type', 'type=Interest', 'type=%20interest', 'type=%zz'].map(
    (query) => [`?${query}`, general] as const,
  ),
  ...['type=interest&type=newsletter', 'type[]=interest', 'type=__proto__', 'Type=interest'].map(
    (query) => [`?${query}`, general] as const,
  ),
  ['?type=%3Cscript%3Ealert(1)%3C/script%3E', general],
  [`?type=${'interest'.repeat(500)}`, general],
  ['?utm_source=mail&type=%69nterest', 'Thank You for Your Interest!'],
])('/thank-you%s says "%s"', async (search, title) => {
  const { response, main } = await readPage(`/thank-you${search}`);
  expect(response.status).toBe(200);
  expect(readAll(main, 'h1')).toEqual([title]);
  expect(response.text).not.toContain('alert(1)');
});

test.each(['', '?type=interest', '?type=newsletter', '?type=other'])(
  '/thank-you%s has two tips, leads to Home and to the events, and gives the address',
  async (search) => {
    const { main } = await readPage(`/thank-you${search}`);
    expect(readAll(main, 'h2')).toEqual(["What's Next"]);
    expect(readAll(main, 'h3')).toHaveLength(2);
    expect(findElements(main, hasAttribute('href', '/')).length).toBeGreaterThan(0);
    expect(findElements(main, hasAttribute('href', '/events')).length).toBeGreaterThan(0);
    expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
  },
);

test('only interest reads of the 48 hours, and only a subscriber of the subscription', async () => {
  const words = async (search: string) => (await readPage(`/thank-you${search}`)).words;
  expect(await words('?type=interest')).toContain('48 hours');
  expect(await words('?type=newsletter')).not.toContain('48 hours');
  expect(await words('')).not.toContain('48 hours');
  expect(await words('?type=newsletter')).toContain('Your subscription');
  expect(await words('?type=interest')).not.toContain('subscription');
});
