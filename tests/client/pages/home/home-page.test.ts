import { expect, test } from 'vitest';
import { home } from '#shared/content/home.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { namePortraitRing } from '#shared/kolam/drawing-files.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { sampleContent } from '../../../helpers/content/sample-content.ts';
import { getOnly, listElements, readText } from '../../../helpers/documents/parse-html.ts';
import { hasAttribute, listLinks, readLinks } from '../../../helpers/site/read-page.ts';
import { readSamplePage } from '../../../helpers/site/sample-site.ts';

const [founder, partner] = sampleContent.team;
if (!founder || !partner) throw new Error('The sample has two people');

const team = [
  founder,
  partner,
  { ...partner, id: 3, name: 'Meera Iyer' },
  { ...partner, id: 4, name: 'Nobody Fourth' },
];

const readHome = (given: Partial<SiteContent>, now?: string) =>
  readSamplePage('/', {
    content: { ...sampleContent, ...given },
    ...(now && { now: () => new Date(now) }),
  });

test('Home shows the first three people as one link to all, with one line in one file', async () => {
  const { main } = await readHome({ team });
  const link = getOnly(main, hasAttribute('href', '/about#people'));
  expect(readText(link)).toMatch(/Ananya Rao ?Founder.*Lukas Brandt ?Partner.*Meera Iyer/);
  expect(readText(link).endsWith(home.meeting.people)).toBe(true);
  expect(readText(main)).not.toContain('Nobody Fourth');
  // The name is beside the picture, so its alternative text is empty.
  expect(listElements(link, 'img').map(({ attributes }) => attributes.get('alt'))).toEqual(['']);
  const lines = listElements(link, 'use').map(({ attributes }) => attributes.get('href'));
  expect(lines).toHaveLength(3);
  expect(new Set(lines)).toEqual(new Set([`/drawings/${namePortraitRing(founder.name)}.svg#line`]));
});

test('Home shows the next event with its date, and links to its details', async () => {
  const { main } = await readHome({});
  expect(readLinks(main, 'Come to an event')).toEqual(['/events?event=circle-in-berlin']);
  expect(readText(main)).toMatch(
    /Oct ?Thursday ?16 ?Circle in Berlin ?Oct 16, 2025, Berlin, Germany/,
  );
  const later = await readHome({}, '2025-11-01T12:00:00Z');
  expect(readLinks(later.main, 'Come to an event')).toEqual(['/events?event=bootcamp']);
});

test('without an upcoming event Home links to the events, and without people it does not invite to meet them', async () => {
  const { main, words } = await readHome({ team: [], programme: createProgramme([]) });
  expect(readLinks(main, 'See Events')).toEqual(['/events']);
  expect(words).toContain('The next gathering is in the making');
  expect(listLinks(main, 'Come to an event')).toEqual([]);
  expect(words).not.toContain('Meet the people');
  expect(listElements(main, hasAttribute('href', '/about#people'))).toEqual([]);
});
