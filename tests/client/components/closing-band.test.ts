import { expect, test } from 'vitest';
import { closing } from '#shared/content/closing.ts';
import { type HtmlElement, listElements, readText } from '../../helpers/parse-html.ts';
import { listLinks, readLinks } from '../../helpers/read-page.ts';
import { readSamplePage } from '../../helpers/sample-site.ts';

const listBands = (main: HtmlElement) =>
  listElements(main, 'section').filter((each) => readText(each).startsWith(closing.title));

test.each(['/', '/thank-you'])('%s ends otherwise', async (path) => {
  const { main } = await readSamplePage(path);
  expect(listBands(main)).toEqual([]);
});

test.each(['/about', '/blog', '/contact', '/investor-faq', '/manifesto', '/privacy', '/terms'])(
  '%s ends with the invitation, in a clearing of the line, and no link there leads to the page itself',
  async (path) => {
    const { main } = await readSamplePage(path);
    const bands = listBands(main);
    expect(bands).toEqual(listElements(main, 'section').slice(-1));
    const [band] = bands;
    if (!band) throw new Error('No band');
    expect(listLinks(band, 'Request Invite')).toHaveLength(1);
    const drawings = listElements(band, 'use').map(({ attributes }) => attributes.get('href'));
    expect(drawings.filter((href) => href?.endsWith('#closing'))).toHaveLength(1);
    const links = readLinks(band, '').map((href) => href?.split(/[?#]/)[0]);
    expect(links).not.toContain(path);
    expect(links.length).toBeGreaterThan(1);
  },
);
