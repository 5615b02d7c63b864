import { expect, test } from 'vitest';
import { home } from '#shared/content/home.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { namePortraitRing } from '#shared/kolam/drawing-files.ts';
import { drawPortraitRing } from '#shared/kolam/drawings.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { makeEvent } from '../../../helpers/content/make-event.ts';
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

test('Home shows the first three people as one link to all, with one line in the page', async () => {
  const { main } = await readHome({ team });
  const link = getOnly(main, hasAttribute('href', '/about#people'));
  expect(readText(link)).toMatch(/Ananya Rao ?Founder.*Lukas Brandt ?Partner.*Meera Iyer/);
  expect(readText(link).endsWith(home.meeting.people)).toBe(true);
  expect(readText(main)).not.toContain('Nobody Fourth');
  // The name is beside the picture, so its alternative text is empty.
  expect(listElements(link, 'img').map(({ attributes }) => attributes.get('alt'))).toEqual(['']);
  const lines = listElements(link, hasAttribute('data-line', namePortraitRing(founder.name)));
  expect(lines.map(({ attributes }) => attributes.get('d'))).toEqual(
    Array(3).fill(drawPortraitRing(founder.name).path),
  );
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

test('Home shows the ventures of an event in and out of season, and nothing if there are none', async () => {
  const ventures = [{ kind: 'Equity', text: 'A workshop in Pune.' }];
  const programme = createProgramme([makeEvent({ title: 'Supper', slug: 'supper', ventures })]);
  const before = await readHome({ programme });
  expect(before.words).toContain(
    'Next on the tableOne venture will be read, questioned and answered in the open at the Supper, Oct 16, 2025.EquityA workshop in Pune.',
  );
  expect(readLinks(before.main, 'Supper')).toEqual(['/events?event=supper']);
  const after = await readHome({ programme }, '2026-01-01T00:00:00Z');
  expect(after.words).toContain('Last on the tableOne venture was read');
  expect((await readHome({})).words).not.toContain('on the table');
});

test('without an upcoming event Home links to the events, and without people it does not invite to meet them', async () => {
  const { main, words } = await readHome({ team: [], programme: createProgramme([]) });
  expect(readLinks(main, 'See Events')).toEqual(['/events']);
  expect(words).toContain('The next gathering is in the making');
  expect(listLinks(main, 'Come to an event')).toEqual([]);
  expect(words).not.toContain('Meet the people');
  expect(listElements(main, hasAttribute('href', '/about#people'))).toEqual([]);
});
