import { describe, expect, test } from 'vitest';
import { findElements, findOnly, type HtmlElement, readText } from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks } from '../../helpers/read-page.ts';
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

test.each([
  ...['', '?month=October&city=paris&format=onsite&category=x'],
  '?month=%3Cscript%3E&event=no-such-event&view=grid',
])('“%s” means all', async (search) => {
  const { main } = await readSamplePage(`/events${search}`);
  expect(readTitles(main)).toEqual([circle, bootcamp, mission]);
  expect(readChoices(main)).toEqual(['all', 'all', 'all', 'all']);
  expect(findElements(main, 'dialog')).toEqual([]);
});

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

const readFields = (form: HtmlElement, name: string) =>
  findElements(form, name).map(({ attributes }) => attributes.get('name'));

test('the filters are a form that works without JavaScript and sends the view and the details', async () => {
  const { main } = await readSamplePage('/events');
  const form = findOnly(main, hasAttribute('aria-label', 'Filter events'));
  expect(form.attributes.get('action')).toBe('/events');
  expect(form.attributes.get('method') ?? 'get').toBe('get');
  expect(readFields(form, 'select')).toEqual(['month', 'city', 'format', 'category']);
  expect(readFields(form, 'input')).toEqual(['view', 'view']);
  expect(readAll(form, 'button')).toHaveLength(1);
  const buttons = findElements(main, hasAttribute('name', 'event'));
  expect(buttons.map(({ attributes }) => attributes.get('value'))).toEqual([
    ...['circle-in-berlin', 'bootcamp', 'mission-preparation'],
  ]);
  for (const { attributes } of buttons) {
    expect(attributes.get('form')).toBe(form.attributes.get('id'));
    expect(attributes.get('type')).toBe('submit');
  }
});

test.each([
  ['/events', 'list'],
  ['/events?view=calendar', 'calendar'],
  ['/events?view=', 'list'],
  ['/events?view=calendar&view=list', 'calendar'],
])('on %s exactly one view is chosen: %s', async (address, view) => {
  const { main } = await readSamplePage(address);
  const chosen = findElements(main, hasAttribute('checked'));
  expect(chosen.map(({ attributes }) => attributes.get('value'))).toEqual([view]);
});

test('the calendar shows its notice instead of the list, and leads back with the same filters', async () => {
  const { main } = await readSamplePage('/events?view=calendar&city=berlin');
  expect(readTitles(main)).toEqual([]);
  const back = findElements(main, 'form').find((form) =>
    readAll(form, 'button').includes('Switch to List View'),
  );
  expect(back?.attributes.get('action')).toBe('/events');
  expect(
    back && findElements(back, 'input').map(({ attributes }) => attributes.get('value')),
  ).toEqual(['berlin']);
});

describe('the details of an event', () => {
  const address = '/events?month=october&event=circle-in-berlin';

  test('are open without JavaScript, with everything there is to know and an address of their own', async () => {
    const dialog = findOnly((await readSamplePage(address)).main, 'dialog');
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

  test('leave list and filters as they were, and are closed without losing them', async () => {
    const { main } = await readSamplePage(address);
    expect(readTitles(main)).toEqual([circle]);
    const form = findOnly(findOnly(main, 'dialog'), 'form');
    expect(form.attributes.get('action')).toBe('/events');
    expect(readFields(form, 'input')).toEqual(['month']);
    expect(readAll(form, 'button')).toContain('Close');
    // Filters that hide the event do not hide its details.
    const { main: other } = await readSamplePage('/events?city=online&event=circle-in-berlin');
    expect(readTitles(other)).not.toContain(circle);
    expect(readText(findOnly(other, 'dialog'))).toContain(circle);
  });
});
