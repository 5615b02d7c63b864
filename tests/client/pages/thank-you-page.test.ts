import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { findElements } from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../../helpers/read-page.ts';

const general = 'Thank you';

test.each([
  ['', general],
  ['?type=interest', 'Thank You for Your Interest!'],
  ['?type=newsletter', 'Welcome to the newsletter'],
  ['?type=general', general],
  ['?type=', general],
  ['?type', general],
  ['?type=Interest', general],
  ['?type=%20interest', general],
  ['?type=interest%00', general],
  ['?type=interest&type=interest', general],
  ['?type=interest&type=newsletter', general],
  ['?type=newsletter&type=', general],
  ['?type[]=interest', general],
  ['?type[0]=newsletter', general],
  ['?type[type]=newsletter', general],
  ['?Type=interest', general],
  ['?type=constructor', general],
  ['?type=__proto__', general],
  ['?__proto__[type]=interest', general],
  ['?type=toString', general],
  ['?type=%3Cscript%3Ealert(1)%3C/script%3E', general],
  ['?type=%zz', general],
  [`?type=${'interest'.repeat(500)}`, general],
  ['?type=interest&utm_source=mail', 'Thank You for Your Interest!'],
  ['?utm_source=mail&type=newsletter', 'Welcome to the newsletter'],
  ['?type=%69nterest', 'Thank You for Your Interest!'],
])('/thank-you%s says "%s"', async (search, title) => {
  const { answer, main } = await readPage(`/thank-you${search}`);
  expect(answer.status).toBe(200);
  expect(readAll(main, 'h1')).toEqual([title]);
  expect(answer.text).not.toContain('alert(1)');
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

test('only interest is told of the 48 hours, and only a subscriber of the subscription', async () => {
  const words = async (search: string) => (await readPage(`/thank-you${search}`)).words;
  expect(await words('?type=interest')).toContain('48 hours');
  expect(await words('?type=newsletter')).not.toContain('48 hours');
  expect(await words('')).not.toContain('48 hours');
  expect(await words('?type=newsletter')).toContain('Your subscription');
  expect(await words('?type=interest')).not.toContain('subscription');
});
