import { expect, test } from 'vitest';
import { closing } from '#shared/content/closing.ts';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { getStartOfYear } from '#shared/dates/local-time.ts';
import { formatGoogleUrl, formatOutlookUrl, outlookHosts } from '#shared/events/calendar-links.ts';
import type { Event } from '#shared/events/event.ts';
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
import { hasAttribute, readAll, readLinks } from '../../../helpers/site/read-page.ts';
import { readSamplePage } from '../../../helpers/site/sample-site.ts';

const [circle, bootcamp, mission] = ['Circle in Berlin', 'Bootcamp', 'Mission Preparation'];

const { emptyTitle, emptyText, newsletter } = eventsTexts;

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
  ['all', 'all', 'all', 'delegation', [mission]],
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

test('the details of an event are open without JavaScript, complete, and with any filters', async () => {
  const { main } = await readSamplePage('/events?city=online&event=circle-in-berlin');
  expect(readTitles(main)).not.toContain(circle);
  const dialog = getOnly(main, 'dialog');
  expect(dialog.attributes.has('open')).toBe(true);
  const said = [
    ...['Thursday, October 16, 2025', '6:30 PM – 9:00 PM', 'The table seats thirty.'],
    'Central European Summer Time (Europe/Berlin)',
    'Musterhaus, Musterstraße 12, 10999 Berlin',
  ];
  for (const text of said) expect(readText(dialog)).toContain(text);
  const title = hasAttribute('id', dialog.attributes.get('aria-labelledby') ?? '');
  expect(readText(getOnly(dialog, title))).toBe(circle);
  expect(readLinks(dialog, 'Link to this event')).toEqual(['/events?event=circle-in-berlin']);
});

/* The page before, during and after the events of its programme. */

const [inBerlin = makeEvent(), online = makeEvent()] = sampleEvents;

const read = (address: string, moment: string, events: readonly Event[] = sampleEvents) =>
  readSamplePage(address, {
    now: () => new Date(moment),
    content: { ...sampleContent, programme: createProgramme(events) },
  });

const before = '2025-10-01T12:00:00Z';
const during = '2025-11-12T14:00:00Z'; // The event online.
const after = '2026-01-01T12:00:00Z';

test('a past event has all parts of a card; a leaf names the year if the event is past or in another year', async () => {
  const readDates = async (now: string) => {
    const { main } = await read('/events', now);
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
  const { main } = await read('/events', after);
  const row = listElements(main, ({ name }) => name === 'article')[1];
  if (!row) throw new Error('No row');
  const { title, summary } = online;
  const said = [title, summary, 'Nov 12, 2025', '2:00 PM – 5:00 PM', 'Online', 'View Details'];
  for (const text of said) expect(readText(row)).toContain(text);
});

test('About and the manifesto end with the next event, and say nothing of events if none is planned', async () => {
  for (const path of ['/about', '/manifesto']) {
    const ahead = await read(path, before);
    expect(readLinks(ahead.main, inBerlin.title)).toEqual([`/events?event=${inBerlin.slug}`]);
    expect((await read(path, during)).words).toContain(online.title);
    const { words } = await read(path, after);
    expect(words).not.toContain(closing.nextEvent);
    expect(words).not.toMatch(/no events|planned/i);
  }
});

const moved = (from: Partial<Pick<Event, 'startAt' | 'endAt' | 'venue'>>, event = online) => {
  const { startAt, endAt, venue } = event;
  return { ...event, status: { kind: 'moved', from: { startAt, endAt, venue, ...from } } } as const;
};
const closed = { kind: 'cancelled', reason: 'The studio is closed.' } as const;
const cancelled = { ...online, status: closed };
const on = (day: string, from: string, to: string) => ({
  startAt: `${day}T${from}:00+01:00`,
  endAt: `${day}T${to}:00+01:00`,
});
const earlier = on('2025-11-05', '14:00', '17:00');
const dinner = makeEvent({
  slug: 'dinner',
  startAt: '2025-11-12T20:00:00+01:00',
  endAt: '2025-11-13T01:00:00+01:00',
});

const hasBeen = 'This event has taken place. It was announced in these words:';

test.each<[words: readonly string[], Event, moment: string]>([
  [[], online, before],
  [[hasBeen], online, after],
  [[hasBeen], moved(earlier), after],
  [['Under way until 5:00 PM'], online, during],
  [['Under way until Nov 13, 1:00 AM'], dinner, '2025-11-12T23:30:00Z'],
  [['Under way until 5:00 PM', 'Moved from Nov 5'], moved(earlier), during],
  [['Moved from Nov 5'], moved(earlier), before],
  [['Moved from Dec 31, 2024'], moved(on('2024-12-31', '14:00', '17:00')), before],
  [['Moved from 1:00 PM – 4:00 PM'], moved(on('2025-11-12', '13:00', '16:00')), before],
  [['Moved from A barn'], moved({ venue: 'A barn' }), before],
  [['Moved from Nov 5, A barn'], moved({ ...earlier, venue: 'A barn' }), before],
  [['Cancelled: The studio is closed.'], cancelled, before],
  [['Cancelled: The studio is closed.'], cancelled, during],
])('card and details say %j, and invite only to upcoming events', async (words, event, moment) => {
  const { main } = await read(`/events?event=${event.slug}`, moment, [event]);
  const notices = [hasBeen, 'Under way', 'Moved from', 'Cancelled:'];
  const isPast = words.join() === notices[0];
  for (const place of [getOnly(main, 'article'), getOnly(main, 'dialog')]) {
    const found = readAll(place, 'p').filter((text) => notices.some((it) => text.startsWith(it)));
    // In the list the heading already says that events are past.
    expect(found).toEqual(isPast && place.name === 'article' ? [] : words);
  }
  const dialog = getOnly(main, 'dialog');
  const invites = !/taken place|Cancelled/.test(words.join());
  expect(readText(dialog).includes('Add to calendar')).toBe(invites);
  const inNewTab = ['Google', ...Object.keys(outlookHosts)].map(
    (name) => `${name} (opens in a new tab)`,
  );
  expect([...inNewTab, 'File'].flatMap((name) => readLinks(dialog, name))).toEqual(
    invites
      ? [
          formatGoogleUrl(event, site),
          ...Object.values(outlookHosts).map((host) => formatOutlookUrl(event, site, host)),
          `/events/${event.slug}.ics`,
        ]
      : [],
  );
  expect(readLinks(dialog, 'Request Invite')).toHaveLength(invites ? 1 : 0);
  expect(readLinks(dialog, newsletter.title)).toEqual(invites ? [] : ['/#newsletter']);
  expect(readLinks(dialog, 'Link to this event')).toHaveLength(1);
});

test.each<[words: string, open: number, cancelled: number, past: number]>([
  ['0 events', 0, 0, 0],
  ['3 past events', 0, 0, 3],
  ['1 past event', 0, 0, 1],
  ['2 cancelled events, 1 past', 0, 2, 1],
  ['1 event to come, 2 past', 1, 0, 2],
  ['20 events to come, 1 cancelled, 180 past', 20, 1, 180],
])('the count says %s', (words, open, cancelled, past) => {
  expect(formatCount({ open, cancelled, past })).toBe(words);
});

test('the address of a cancelled event says so when the list no longer shows it', async () => {
  const { main } = await read(`/events?event=${cancelled.slug}`, after, [cancelled]);
  expect(listElements(main, 'article')).toEqual([]);
  expect(readText(getOnly(main, 'dialog'))).toContain('Cancelled: The studio is closed.');
});

test('link previews of a cancelled or moved event say so', async () => {
  const preview = async (event: Event) => {
    const { root } = await read(`/events?event=${event.slug}`, before, [event]);
    const meta = (name: string) => getOnly(root, hasAttribute('property', name));
    return [meta('og:description'), getOnly(root, hasAttribute('name', 'description'))].map(
      ({ attributes }) => attributes.get('content'),
    );
  };
  const said = `Cancelled: The studio is closed. ${online.summary}`;
  expect(await preview(cancelled)).toEqual([said, said]);
  expect((await preview(moved(earlier)))[0]).toBe(`Moved from Nov 5. ${online.summary}`);
  expect((await preview(online))[0]).toBe(online.summary);
});

const makeOnline = (timezone: string, startAt: string, endAt: string) =>
  makeEvent({ format: 'online', timezone, startAt, endAt });
const inIndia = makeOnline('Asia/Kolkata', '2025-11-12T18:30+05:30', '2025-11-12T21:00+05:30');
const inLondon = makeOnline('Europe/London', '2025-11-12T13:00Z', '2025-11-12T15:30Z');
const inSummer = makeEvent({ format: 'online' });
const late = { ...online, ...on('2025-11-12', '20:00', '22:00') };
const [atSix, inEurope] = ['6:30 PM – 9:00 PM', '2:00 PM – 4:30 PM in Central Europe'];

test.each<[Event, ...string[]]>([
  [online, '2:00 PM – 5:00 PM', '6:30 PM – 9:30 PM in India'],
  [inSummer, atSix, '10:00 PM – Oct 17, 2025, 12:30 AM in India'],
  [late, '8:00 PM – 10:00 PM', 'Nov 13, 2025, 12:30 AM – 2:30 AM in India'],
  [inIndia, atSix, inEurope],
  [inLondon, '1:00 PM – 3:30 PM', `${atSix} in India`, inEurope],
  [inBerlin, atSix], // Visitors have to be there: no other clock is shown.
])('the details say the time in Germany and in India: %#', async (event, ...expected) => {
  const { main } = await read(`/events?event=${event.slug}`, before, [event]);
  const times = listElements(getOnly(main, 'dialog'), 'div').find(
    (element) => readAll(element, 'dt').join() === 'Time',
  );
  expect(times && readAll(times, 'dd')).toEqual(expected);
});
