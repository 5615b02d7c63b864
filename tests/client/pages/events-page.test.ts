import { describe, expect, test, vi } from 'vitest';
import type { EventSelection } from '#shared/events/filter-events.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { everySelection } from '../../helpers/event-selections.ts';
import {
  findElements,
  findOnly,
  type HtmlElement,
  parseHtml,
  readText,
} from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks } from '../../helpers/read-page.ts';
import { makeSampleSite, readSamplePage } from '../../helpers/sample-site.ts';

const [circle, bootcamp, mission] = ['Circle in Berlin', 'Bootcamp', 'Mission Preparation'];
/** The three sample events by hand: the naive oracle for what a visitor has to see. */
const known = [
  { title: circle, values: ['october', 'berlin', 'offline'], categories: ['investor-circle'] },
  { title: bootcamp, values: ['november', 'online', 'online'], categories: ['bootcamp'] },
  { title: mission, values: ['december', 'online', 'online'], categories: ['saas', 'delegation'] },
];

const findExpected = ({ month, city, format, category }: EventSelection) =>
  known
    .filter(({ values }) =>
      [month, city, format].every((value, place) => value === 'all' || values[place] === value),
    )
    .filter(({ categories }) => category === 'all' || categories.includes(category))
    .map(({ title }) => title);

const readTitles = (root: HtmlElement) =>
  findElements(root, 'article').map((card) => readText(findOnly(card, 'h2')));

const readChoices = (root: HtmlElement) =>
  findElements(root, 'select').map((select) =>
    findOnly(select, hasAttribute('selected')).attributes.get('value'),
  );

test('each of the 240 selections shows its events, its choices and their number, or that there are none', async () => {
  await withServer(makeSampleSite().listener, async (port) => {
    for (const selection of everySelection) {
      const path = `/events?${new URLSearchParams({ ...selection })}`;
      const root = parseHtml((await askPort(port, { path })).body.toString());
      const expected = findExpected(selection);
      expect(readTitles(root), path).toEqual(expected);
      expect(readChoices(root), path).toEqual(Object.values(selection));
      expect(readText(findOnly(root, hasAttribute('role', 'status'))), path).toBe(
        expected.length === 0 ? '0 events' : `${expected.length} to come`,
      );
      expect(readAll(root, 'h2').includes('No events found'), path).toBe(expected.length === 0);
    }
  });
}, 60_000); // 240 renders, on a machine that may be shared

test.each([
  ...['', '?month=september', '?month=October', '?city=paris&format=onsite&category=x'],
  ...['?month=%3Cscript%3E', '?month[]=october', '?__proto__=x&constructor=y'],
  ...['?event=no-such-event', '?view=grid'],
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

test('the page is the same on a machine in any time zone', async () => {
  const address = '/events?event=circle-in-berlin';
  const { words } = await readSamplePage(address);
  for (const zone of ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', zone);
    expect((await readSamplePage(address)).words).toBe(words);
  }
  vi.unstubAllEnvs();
});
