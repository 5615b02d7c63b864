import { expect, test } from 'vitest';
import { findElements, findOnly, type HtmlElement, readText } from '../../helpers/parse-html.ts';
import { hasAttribute, readLinks } from '../../helpers/read-page.ts';
import { readSamplePage } from '../../helpers/sample-site.ts';

const [circle, bootcamp, mission] = ['Circle in Berlin', 'Bootcamp', 'Mission Preparation'];

const readTitles = (root: HtmlElement) =>
  findElements(root, 'article').map((card) => readText(findOnly(card, 'h2')));

const readChoices = (root: HtmlElement) =>
  findElements(root, 'select').map((select) =>
    findOnly(select, hasAttribute('selected')).attributes.get('value'),
  );

test.each([
  ['all', 'all', 'all', 'all', [circle, bootcamp, mission]],
  ['october', 'all', 'all', 'all', [circle]],
  ['all', 'online', 'all', 'all', [bootcamp, mission]],
  ['all', 'all', 'hybrid', 'all', []],
  ['all', 'all', 'all', 'delegation', [mission]],
  ['november', 'online', 'online', 'bootcamp', [bootcamp]],
  ['december', 'berlin', 'offline', 'saas', []],
])(
  'the selection %s, %s, %s, %s shows its events, its choices and their number, or that there are none',
  async (month, city, format, category, expected) => {
    const query = new URLSearchParams({ month, city, format, category });
    const { main, words } = await readSamplePage(`/events?${query}`);
    expect(readTitles(main)).toEqual(expected);
    expect(readChoices(main)).toEqual([month, city, format, category]);
    expect(readText(findOnly(main, hasAttribute('role', 'status')))).toBe(
      expected.length === 0 ? '0 events' : `${expected.length} to come`,
    );
    expect(/No events found ?Try adjusting your filters to see more events\./.test(words)).toBe(
      expected.length === 0,
    );
  },
);

test('a card shows tags, title, summary, date, times, place, day of month and the button', async () => {
  const { main } = await readSamplePage('/events');
  const [first, second, third] = findElements(main, 'article').map(readText);
  for (const text of [
    ...['Investor Circle', 'Offline', 'An evening for investors and founders.', 'Oct 16, 2025'],
    ...['6:30 PM – 9:00 PM', 'Berlin, Germany', 'Thursday', 'View Details'],
  ]) {
    expect(first).toContain(text);
  }
  expect(first).toMatch(/Oct ?Thursday ?16/);
  expect(second).toMatch(/Nov 12, 2025 ?2:00 PM – 5:00 PM ?Online/);
  expect(third).toMatch(/Dec ?Thursday ?04/);
  expect(third).toMatch(/SaaS ?Delegation ?Test Only ?Online/);
});

test('the details of an event are open without JavaScript, with everything there is to know, whatever the filters say', async () => {
  const { main } = await readSamplePage('/events?city=online&event=circle-in-berlin');
  expect(readTitles(main)).not.toContain(circle);
  const dialog = findOnly(main, 'dialog');
  expect(dialog.attributes.has('open')).toBe(true);
  for (const text of [
    ...['Thursday, October 16, 2025', '6:30 PM – 9:00 PM', 'The table seats thirty.'],
    'Central European Summer Time (Europe/Berlin)',
    'Musterhaus, Musterstraße 12, 10999 Berlin',
  ]) {
    expect(readText(dialog)).toContain(text);
  }
  const title = hasAttribute('id', dialog.attributes.get('aria-labelledby') ?? '');
  expect(readText(findOnly(dialog, title))).toBe(circle);
  expect(readLinks(dialog, 'Link to this event')).toEqual(['/events?event=circle-in-berlin']);
});
