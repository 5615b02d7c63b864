import { expect, test } from 'vitest';
import { closing } from '#shared/content/closing.ts';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { getStartOfYear } from '#shared/dates/local-time.ts';
import { readEvents } from '#shared/events/event-entry.ts';
import { formatCount } from '#shared/events/event-words.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { publishedContent } from '#shared/site-content.ts';
import { makeEntry, makeEvent } from '../../../helpers/content/make-event.ts';
import { sampleContent, sampleEvents } from '../../../helpers/content/sample-content.ts';
import {
  getOnly,
  type HtmlElement,
  listElements,
  readText,
} from '../../../helpers/documents/parse-html.ts';
import { hasAttribute, readLinks } from '../../../helpers/site/read-page.ts';
import {
  after,
  before,
  during,
  readSamplePage,
  readSamplePageAt,
} from '../../../helpers/site/sample-site.ts';

const [circle, bootcamp, mission] = ['Circle in Berlin', 'Bootcamp', 'Mission Preparation'];

const { emptyTitle, emptyText, pastTitle, nothingPlanned, newsletter } = eventsTexts;
const [inBerlin = makeEvent(), online = makeEvent()] = sampleEvents;

const readTitles = (root: HtmlElement) =>
  listElements(root, 'article').map((card) => readText(getOnly(card, 'h2')));

const readChoices = (root: HtmlElement) =>
  Object.fromEntries(
    listElements(root, 'select').map((select) => [
      select.attributes.get('name'),
      getOnly(select, hasAttribute('selected')).attributes.get('value'),
    ]),
  );

const readStatus = (main: HtmlElement) => readText(getOnly(main, hasAttribute('role', 'status')));

test.each([
  ['all', 'all', 'all', 'all', [circle, bootcamp, mission]],
  ['october', 'all', 'all', 'all', [circle]],
  ['all', 'all', 'hybrid', 'all', []],
])('selection %s, %s, %s, %s shows its events', async (month, city, format, category, expected) => {
  const query = new URLSearchParams({ month, city, format, category });
  const { main, words } = await readSamplePage(`/events?${query}`);
  expect(readTitles(main)).toEqual(expected);
  expect(readChoices(main)).toMatchObject({ month, city, format, category });
  const isEmpty = expected.length === 0;
  const noun = expected.length === 1 ? 'event' : 'events';
  expect(readStatus(main)).toBe(`${expected.length} ${noun}${isEmpty ? '' : ' to come'}`);
  for (const advice of [emptyTitle, emptyText]) expect(words.includes(advice)).toBe(isEmpty);
});

test('the calendar offers the filtered programme as a subscription and as a file', async () => {
  const { main } = await readSamplePage('/events?month=october&format=online&view=calendar');
  const path = '/events.ics?month=october&format=online';
  const subscription = `webcal://${new URL(site.origin).host}${path}`;
  expect(readLinks(main, eventsTexts.subscribe)).toEqual([subscription]);
  expect(readLinks(main, eventsTexts.downloadCalendar)).toEqual([path]);
});

test('a card names its time zone if it is not the network’s own, and the page names no city of its programme', async () => {
  const timezone = site.timezone === 'Asia/Kolkata' ? 'Europe/Berlin' : 'Asia/Kolkata';
  const abroad = makeEntry({ id: 2, slug: 'abroad', timezone, city: 'Mumbai' });
  const entries = [makeEntry({ timezone: site.timezone }), abroad];
  const programme = createProgramme(readEvents(entries));
  const { main } = await readSamplePage('/events', { content: { ...sampleContent, programme } });
  const cards = listElements(main, 'article').map(readText);
  const [own] = cards.filter((words) => words.includes('Berlin, Germany'));
  const [other] = cards.filter((words) => words.includes('Mumbai, Germany'));
  expect(own).toMatch(/6:30 PM – 9:00 PM ?Berlin/);
  expect(other).toMatch(/6:30 PM – 9:00 PM [A-Z][a-z]+ [\w ]+ Time ?Mumbai/);
  const words = eventsTexts.lead + getPageById('events').description;
  for (const { city } of publishedContent.programme.events) expect(words).not.toContain(city);
});

test('a card shows tags, title, summary, date, times, place, day of month and the button', async () => {
  const { main } = await readSamplePage('/events');
  const [first, second, third] = listElements(main, 'article').map(readText);
  const said = [
    ...['Investor Circle', 'Offline', 'An evening for investors and founders.', 'Oct 16, 2025'],
    ...['6:30 PM – 9:00 PM', 'Berlin, Germany', 'Thursday', 'View Details'],
  ];
  for (const text of said) expect(first).toContain(text);
  expect(first).toMatch(/Oct ?Thursday ?16/);
  expect(second).toMatch(/Nov 12, 2025 ?2:00 PM – 5:00 PM ?Online/);
  expect(third).toMatch(/Dec ?Thursday ?04/);
  expect(third).toMatch(/SaaS ?Delegation ?Test Only ?Online/);
});

test('a past event has all parts of a card; a leaf names the year if the event is past or in another year', async () => {
  const readDates = async (now: string) => {
    const { main } = await readSamplePageAt('/events', now);
    const rows = listElements(main, ({ name }) => name === 'article');
    return rows.flatMap((row) =>
      listElements(row, hasAttribute('aria-hidden', 'true')).slice(0, 1).map(readText),
    );
  };
  // The year begins at midnight in the network's zone, also if no event begins or ends then.
  const newYear = getStartOfYear(Date.parse('2025-06-01T12:00:00Z'), site.timezone);
  const [last, first] = [newYear - 1000, newYear].map((time) => new Date(time).toISOString());
  expect((await readDates(last ?? ''))[0]).toBe('Oct 2025 Thursday16');
  expect((await readDates(first ?? ''))[0]).toBe('Oct Thursday16');
  expect(await readDates(during)).toEqual([
    'Nov Wednesday12',
    'Dec Thursday04',
    'Oct 2025 Thursday16',
  ]);
  const { main } = await readSamplePageAt('/events', after);
  const row = listElements(main, ({ name }) => name === 'article')[1];
  if (!row) throw new Error('No row');
  const { title, summary } = online;
  const said = [title, summary, 'Nov 12, 2025', '2:00 PM – 5:00 PM', 'Online', 'View Details'];
  for (const text of said) expect(readText(row)).toContain(text);
});

test('About and the manifesto end with the next event, and say nothing of events if none is planned', async () => {
  for (const path of ['/about', '/manifesto']) {
    const ahead = await readSamplePageAt(path, before);
    expect(readLinks(ahead.main, inBerlin.title)).toEqual([`/events?event=${inBerlin.slug}`]);
    expect((await readSamplePageAt(path, during)).words).toContain(online.title);
    const { words } = await readSamplePageAt(path, after);
    expect(words).not.toContain(closing.nextEvent);
    expect(words).not.toMatch(/no events|planned/i);
  }
});

test.each<[words: string, open: number, underWay: number, cancelled: number, past: number]>([
  ['0 events', 0, 0, 0, 0],
  ['3 past events', 0, 0, 0, 3],
  ['1 past event', 0, 0, 0, 1],
  ['2 cancelled events, 1 past', 0, 0, 2, 1],
  ['1 event under way, 2 past', 1, 1, 0, 2],
  ['20 events to come, 1 cancelled, 180 past', 20, 0, 1, 180],
  ['1 event under way, 2 to come', 3, 1, 0, 0],
])('the count says %s', (words, open, underWay, cancelled, past) => {
  expect(formatCount({ open, underWay, cancelled, past })).toBe(words);
});

const readHeadings = (main: HtmlElement) =>
  listElements(main, ({ name }) => name === 'h2' || name === 'h3').map(
    (heading) => `${heading.name} ${readText(heading)}`,
  );

test('if nothing is planned the unfiltered list begins with an invitation, and with any filter the page ends with the form', async () => {
  for (const address of ['/events', '/events?month=october', '/events?view=calendar']) {
    const { main, words } = await readSamplePageAt(address, after);
    expect(readHeadings(main).at(-1)).toBe(`h2 ${newsletter.title}`);
    expect(words).toContain(newsletter.text);
    expect(words).not.toContain(closing.title);
    expect(listElements(main, hasAttribute('name', 'email'))).toHaveLength(1);
    expect(readLinks(main, 'Request Invite')).toHaveLength(1);
    const isWhole = address === '/events';
    expect(words.includes(nothingPlanned.text)).toBe(isWhole);
    expect(readLinks(main, newsletter.title)).toEqual(isWhole ? ['#newsletter'] : []);
    expect(listElements(main, hasAttribute('id', 'newsletter'))).toHaveLength(1);
  }
  const whole = await readSamplePageAt('/events', after);
  const invitation = `h2 ${nothingPlanned.title}`;
  expect(readHeadings(whole.main).slice(0, 3)).toEqual([
    invitation,
    `h2 ${pastTitle}`,
    'h3 Mission Preparation',
  ]);
  const past = await readSamplePageAt('/events?month=october', after);
  expect(readHeadings(past.main)).toEqual([
    `h2 ${pastTitle}`,
    'h3 Circle in Berlin',
    `h2 ${newsletter.title}`,
  ]);
  const nothing = await readSamplePageAt('/events?format=hybrid', after);
  expect(readHeadings(nothing.main)).toEqual([`h2 ${emptyTitle}`, `h2 ${newsletter.title}`]);
  expect(readStatus(nothing.main)).toBe('0 events');

  for (const address of ['/events', '/events?month=october', '/events?view=calendar']) {
    const { main, words } = await readSamplePageAt(address, during);
    expect(words).not.toContain(nothingPlanned.text);
    expect(readHeadings(main).at(-1)).toBe(`h2 ${closing.title}`);
    expect(readLinks(main, 'Request Invite')).toHaveLength(1);
  }
  const off = makeEvent({ status: { kind: 'cancelled', reason: 'Rain.' } });
  const cancelled = await readSamplePageAt('/events', before, [off]);
  expect(readHeadings(cancelled.main).slice(0, 2)).toEqual([invitation, `h2 ${off.title}`]);
  expect(readStatus(cancelled.main)).toBe('1 cancelled event');
  expect(readHeadings((await readSamplePageAt('/events', before, [])).main)[0]).toBe(invitation);
});
