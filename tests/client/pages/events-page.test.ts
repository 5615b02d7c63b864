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

/** The three sample events by hand: the naive oracle for what a visitor has to see. */
const known = [
  {
    title: 'Circle in Berlin',
    month: 'october',
    city: 'berlin',
    format: 'offline',
    categories: ['investor-circle'],
  },
  {
    title: 'Bootcamp',
    month: 'november',
    city: 'online',
    format: 'online',
    categories: ['bootcamp'],
  },
  {
    title: 'Mission Preparation',
    month: 'december',
    city: 'online',
    format: 'online',
    categories: ['saas', 'delegation'],
  },
];

const findExpected = ({ month, city, format, category }: EventSelection) =>
  known
    .filter((event) => month === 'all' || event.month === month)
    .filter((event) => city === 'all' || event.city === city)
    .filter((event) => format === 'all' || event.format === format)
    .filter((event) => category === 'all' || event.categories.includes(category))
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

test('without a query all three events are listed in the order of time', async () => {
  const { main } = await readSamplePage('/events');
  expect(readTitles(main)).toEqual(known.map(({ title }) => title));
});

test.each([
  '?month=september',
  '?month=October',
  '?city=paris&format=onsite&category=x',
  '?month=%3Cscript%3E',
  '?month[]=october',
  '?__proto__=x&constructor=y',
  '?event=no-such-event',
  '?view=grid',
])('%s means all', async (search) => {
  const { main } = await readSamplePage(`/events${search}`);
  expect(readTitles(main)).toHaveLength(3);
  expect(readChoices(main)).toEqual(['all', 'all', 'all', 'all']);
  expect(findElements(main, 'dialog')).toEqual([]);
});

test('a card shows tags, title, summary, date, times, place, day of month and the button', async () => {
  const { main } = await readSamplePage('/events');
  const [circle, bootcamp, mission] = findElements(main, 'article').map(readText);
  for (const text of [
    'Investor Circle',
    'Offline',
    'An evening for investors and founders.',
    'Oct 16, 2025',
    '6:30 PM – 9:00 PM',
    'Berlin, Germany',
    'Thursday',
    'View Details',
  ]) {
    expect(circle).toContain(text);
  }
  expect(circle).toMatch(/Oct ?Thursday ?16/);
  expect(bootcamp).toMatch(/Nov 12, 2025 ?2:00 PM – 5:00 PM ?Online/);
  expect(mission).toMatch(/Dec ?Thursday ?04/);
  expect(mission).toMatch(/SaaS ?Delegation ?Test Only ?Online/);
});

test('the filters are a form that works without JavaScript and sends the view', async () => {
  const { main } = await readSamplePage('/events?month=october&view=calendar');
  const form = findOnly(main, hasAttribute('aria-label', 'Filter events'));
  expect(form.attributes.get('action')).toBe('/events');
  expect(form.attributes.get('method') ?? 'get').toBe('get');
  expect(findElements(form, 'select').map(({ attributes }) => attributes.get('name'))).toEqual([
    'month',
    'city',
    'format',
    'category',
  ]);
  expect(readAll(form, 'button')).toHaveLength(1);
  const views = findElements(form, hasAttribute('name', 'view'));
  expect(views.map(({ attributes }) => [attributes.get('type'), attributes.get('value')])).toEqual([
    ['radio', 'list'],
    ['radio', 'calendar'],
  ]);
});

test.each([
  ['/events', 'list'],
  ['/events?view=calendar', 'calendar'],
  ['/events?view=nothing', 'list'],
  ['/events?view=', 'list'],
  ['/events?view=calendar&view=list', 'calendar'],
])('on %s exactly one view is chosen: %s', async (address, view) => {
  const { main } = await readSamplePage(address);
  const chosen = findElements(main, ({ attributes }) => attributes.has('checked'));
  expect(chosen.map(({ attributes }) => attributes.get('value'))).toEqual([view]);
});

test('the calendar shows its notice instead of the list, and links back with the same filters', async () => {
  const { main, words } = await readSamplePage('/events?view=calendar&city=berlin');
  expect(words).toContain(
    'Full calendar view coming soon. For now, please use the list view above.',
  );
  expect(readTitles(main)).toEqual([]);
  const form = findOnly(
    main,
    (element) =>
      element.name === 'form' && readAll(element, 'button').includes('Switch to List View'),
  );
  expect(form.attributes.get('action')).toBe('/events');
  const fields = findElements(form, 'input').map(({ attributes }) => [
    attributes.get('name'),
    attributes.get('value'),
  ]);
  expect(fields).toEqual([['city', 'berlin']]);
});

test('with no match the filters can be cleared', async () => {
  const { main, words } = await readSamplePage('/events?format=hybrid');
  expect(words).toMatch(/No events found ?Try adjusting your filters to see more events\./);
  expect(readLinks(main, 'Clear filters')).toEqual(['/events']);
});

describe('the details of an event', () => {
  const address = '/events?month=october&event=circle-in-berlin';

  test('are open without JavaScript, with everything there is to know', async () => {
    const dialog = findOnly((await readSamplePage(address)).main, 'dialog');
    expect(dialog.attributes.has('open')).toBe(true);
    for (const text of [
      'Circle in Berlin',
      'Thursday, October 16, 2025',
      '6:30 PM – 9:00 PM',
      'Central European Summer Time (Europe/Berlin)',
      'Musterhaus, Musterstraße 12, 10999 Berlin',
      'The table seats thirty.',
    ]) {
      expect(readText(dialog)).toContain(text);
    }
  });

  test('are named by their title', async () => {
    const { main } = await readSamplePage(address);
    const dialog = findOnly(main, 'dialog');
    const title = findOnly(
      dialog,
      hasAttribute('id', dialog.attributes.get('aria-labelledby') ?? ''),
    );
    expect(readText(title)).toBe('Circle in Berlin');
  });

  test('leave list and filters as they were, and are closed without losing them', async () => {
    const { main } = await readSamplePage(address);
    expect(readTitles(main)).toEqual(['Circle in Berlin']);
    const form = findOnly(findOnly(main, 'dialog'), 'form');
    expect(form.attributes.get('action')).toBe('/events');
    const fields = findElements(form, 'input').map(({ attributes }) => attributes.get('name'));
    expect(fields).toEqual(['month']);
    expect(readAll(form, 'button')).toContain('Close');
  });

  test('have an address of their own, without the filters', async () => {
    const dialog = findOnly((await readSamplePage(address)).main, 'dialog');
    expect(readLinks(dialog, 'Link to this event')).toEqual(['/events?event=circle-in-berlin']);
  });

  test('open by a button that sends the filters along, for each event', async () => {
    const { main } = await readSamplePage('/events');
    const form = findOnly(main, hasAttribute('aria-label', 'Filter events'));
    const buttons = findElements(main, hasAttribute('name', 'event'));
    expect(buttons.map(({ attributes }) => attributes.get('value'))).toEqual([
      'circle-in-berlin',
      'bootcamp',
      'mission-preparation',
    ]);
    for (const { attributes } of buttons) {
      expect(attributes.get('form')).toBe(form.attributes.get('id'));
      expect(attributes.get('type')).toBe('submit');
    }
  });

  test('show winter time in winter', async () => {
    const { main } = await readSamplePage('/events?event=mission-preparation');
    expect(readText(findOnly(main, 'dialog'))).toContain('Central European Standard Time');
  });

  test('are found under filters that hide the event as well', async () => {
    const { main } = await readSamplePage('/events?city=online&event=circle-in-berlin');
    expect(readTitles(main)).not.toContain('Circle in Berlin');
    expect(readText(findOnly(main, 'dialog'))).toContain('Circle in Berlin');
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
