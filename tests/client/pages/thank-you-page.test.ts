import { expect, test } from 'vitest';
import { thankYou } from '#shared/content/thank-you.ts';
import { site } from '#shared/site.ts';
import { listElements } from '../../helpers/documents/parse-html.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../../helpers/site/read-page.ts';

const { interest, newsletter, general } = thankYou.messages;

test.each([
  ['?type=interest', interest],
  ['?utm_source=mail&type=%69nterest', interest],
  ['?type=newsletter', newsletter],
  ['', general],
  ['?type=Interest', general],
  ['?type=interest&type=newsletter', general],
  ['?type=__proto__', general],
])('/thank-you%s says %j, what comes next, and where to go', async (search, message) => {
  const { root, main, words } = await readPage(`/thank-you${search}`);
  expect(readAll(root, 'title')).toEqual([`${message.pageTitle} · ${site.name}`]);
  expect(readAll(main, 'h1')).toEqual([message.title]);
  for (const each of [interest, newsletter, general]) {
    expect(each.paragraphs.every((text) => words.includes(text))).toBe(each === message);
  }
  expect(readAll(main, 'h3')).toHaveLength(2);
  for (const path of ['/', '/events']) {
    expect(listElements(main, hasAttribute('href', path)).length).toBeGreaterThan(0);
  }
  expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
});
