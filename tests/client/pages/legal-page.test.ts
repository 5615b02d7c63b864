import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { getStartOfDay } from '#shared/dates/local-time.ts';
import { formatPublisher, listImprint } from '#shared/legal/imprint.ts';
import { site } from '#shared/site.ts';
import { getOnly, listElements, readText } from '../../helpers/documents/parse-html.ts';
import { hasAttribute, readLinks, readPage } from '../../helpers/site/read-page.ts';

/** Facts about the software and its deployment that a reader would not guess. */
const privacyPromises = [
  'how many pages, forms and reports one network may ask us for in a short time',
  'your browser reports it to us by itself',
  'Server logs, with the reports of browsers: their files are limited in size or age',
];

test.each([
  ['/privacy', 10, 'Terms of Use', '/terms'],
  ['/terms', 12, 'Privacy Policy', '/privacy'],
])(
  '%s has the date of the network’s day, %i numbered sections and %s',
  async (path, count, other, target) => {
    const email = 'write@network.example';
    // The first moment of the day where the network is.
    const now = new Date(getStartOfDay(Date.parse('2026-11-21T12:00Z'), site.timezone));
    const app = createApp({ now: () => now, site: { ...site, email } });
    const { response, main, words } = await readPage(path, app);
    expect(words).toContain('Last updated: Nov 21, 2026');
    expect(words).toContain(formatPublisher(site));
    if (path === '/privacy') {
      for (const promise of privacyPromises) expect(words).toContain(promise);
      for (const [label, value] of listImprint(site)) {
        expect(words).toContain(`${label}: ${value.replace('{email}', email)}`);
      }
    }
    expect(getOnly(main, 'time').attributes.get('datetime')).toBe('2026-11-21');
    expect(readLinks(main, other)).toEqual([target]);
    const headings = listElements(main, 'h2');
    const contents = getOnly(main, hasAttribute('aria-label', 'Contents'));
    const links = listElements(getOnly(contents, 'ol'), 'a');
    expect(links.map((link) => [link.attributes.get('href'), readText(link)])).toEqual(
      headings.map((heading) => [`#${heading.attributes.get('id')}`, readText(heading)]),
    );
    expect(headings.map((heading) => Number.parseInt(readText(heading), 10))).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
    // The deployment's own address, always as a link.
    expect(response.text).not.toContain(site.email);
    const addresses = listElements(main, hasAttribute('href', `mailto:${email}`));
    expect(addresses.map(readText)).toEqual(Array(words.split(email).length - 1).fill(email));
  },
);
