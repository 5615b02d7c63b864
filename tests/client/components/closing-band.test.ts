import { expect, test } from 'vitest';
import { closing } from '#shared/content/closing.ts';
import { listElements, readText } from '../../helpers/parse-html.ts';
import { listLinks, readLinks } from '../../helpers/read-page.ts';
import { readSamplePage } from '../../helpers/sample-site.ts';

test.each(['/about', '/blog', '/contact', '/investor-faq', '/manifesto', '/privacy', '/terms'])(
  '%s ends with the invitation, in a clearing of the line, and no link there leads to the page itself',
  async (path) => {
    const { main } = await readSamplePage(path);
    const band = listElements(main, 'section').at(-1);
    if (!band) throw new Error('No section');
    expect(readText(band)).toMatch(new RegExp(`^${closing.title}`));
    expect(listLinks(band, 'Request Invite')).toHaveLength(1);
    const drawings = listElements(band, 'use').map(({ attributes }) => attributes.get('href'));
    expect(drawings.filter((href) => href?.endsWith('#closing'))).toHaveLength(1);
    const links = readLinks(band, '').map((href) => href?.split(/[?#]/)[0]);
    expect(links).not.toContain(path);
    expect(links.length).toBeGreaterThan(1);
  },
);
