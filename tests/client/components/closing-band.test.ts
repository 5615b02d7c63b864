import { expect, test } from 'vitest';
import { closing } from '#shared/content/closing.ts';
import { closingPages } from '#shared/kolam/drawings.ts';
import {
  getOnly,
  type HtmlElement,
  listElements,
  readText,
} from '../../helpers/documents/parse-html.ts';
import { listLinks, readAll, readLinks } from '../../helpers/site/read-page.ts';
import { readSamplePage } from '../../helpers/site/sample-site.ts';

const listBands = (main: HtmlElement) =>
  listElements(main, 'section').filter((each) => readText(each).includes(closing.text));

test.each(['/', '/thank-you', '/contact', '/privacy', '/terms'])(
  '%s ends without a closing band',
  async (path) => {
    const { main } = await readSamplePage(path);
    expect(listBands(main)).toEqual([]);
  },
);

const endings = closingPages.map((id) => `/${id}`);

test.each(endings)(
  '%s ends with the invitation, in a clearing of the line, without a link to the page itself',
  async (path) => {
    const { main } = await readSamplePage(path);
    const bands = listBands(main);
    expect(bands).toEqual(listElements(main, 'section').slice(-1));
    const [band] = bands;
    if (!band) throw new Error('No band');
    expect(listLinks(band, 'Request Invite')).toHaveLength(1);
    const drawings = listElements(band, 'use').map(({ attributes }) => attributes.get('href'));
    expect(drawings).toEqual([`/drawings/closing-${path.slice(1)}.svg#line`]);
    const links = readLinks(band, '').map((href) => href?.split(/[?#]/)[0]);
    expect(links).not.toContain(path);
    expect(links.length).toBeGreaterThan(1);
  },
);

test('each page ends with a sentence of its own, which does not repeat its title', async () => {
  const read = async (path: string) => {
    const { main } = await readSamplePage(path);
    const [band] = listBands(main);
    return { title: readText(getOnly(main, 'h1')), ending: band && readAll(band, 'h2').join() };
  };
  const pages = await Promise.all(endings.map(read));
  expect(new Set(pages.map(({ ending }) => ending)).size).toBe(endings.length);
  for (const { title, ending } of pages) expect(ending).not.toContain(title);
});
