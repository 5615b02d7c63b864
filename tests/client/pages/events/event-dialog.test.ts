import { expect, test } from 'vitest';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { formatGoogleUrl, formatOutlookUrl, outlookHosts } from '#shared/events/calendar-links.ts';
import type { Event } from '#shared/events/event.ts';
import { site } from '#shared/site.ts';
import { makeEvent } from '../../../helpers/content/make-event.ts';
import { sampleEvents } from '../../../helpers/content/sample-content.ts';
import { getOnly, listElements, readText } from '../../../helpers/documents/parse-html.ts';
import { hasAttribute, readAll, readLinks } from '../../../helpers/site/read-page.ts';
import {
  after,
  before,
  during,
  readSamplePage,
  readSamplePageAt,
} from '../../../helpers/site/sample-site.ts';

const { newsletter } = eventsTexts;
const [inBerlin = makeEvent(), online = makeEvent()] = sampleEvents;

test('the details of an event are open without JavaScript, complete, and with any filters', async () => {
  const { main } = await readSamplePage('/events?city=online&event=circle-in-berlin');
  expect(listElements(main, 'article')).toHaveLength(2);
  const dialog = getOnly(main, 'dialog');
  expect(dialog.attributes.has('open')).toBe(true);
  const said = [
    ...['Thursday, October 16, 2025', '6:30 PM – 9:00 PM', 'The table seats thirty.'],
    'Central European Summer Time (Europe/Berlin)',
    'Musterhaus, Musterstraße 12, 10999 Berlin',
  ];
  for (const text of said) expect(readText(dialog)).toContain(text);
  const title = hasAttribute('id', dialog.attributes.get('aria-labelledby') ?? '');
  expect(readText(getOnly(dialog, title))).toBe('Circle in Berlin');
  expect(readLinks(dialog, 'Link to this event')).toEqual(['/events?event=circle-in-berlin']);
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
  const { main } = await readSamplePageAt(`/events?event=${event.slug}`, moment, [event]);
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

test('the address of a cancelled event says so when the list no longer shows it', async () => {
  const { main } = await readSamplePageAt(`/events?event=${cancelled.slug}`, after, [cancelled]);
  expect(listElements(main, 'article')).toEqual([]);
  expect(readText(getOnly(main, 'dialog'))).toContain('Cancelled: The studio is closed.');
});

test('link previews of a cancelled or moved event say so', async () => {
  const preview = async (event: Event) => {
    const { root } = await readSamplePageAt(`/events?event=${event.slug}`, before, [event]);
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
  const { main } = await readSamplePageAt(`/events?event=${event.slug}`, before, [event]);
  const times = listElements(getOnly(main, 'dialog'), 'div').find(
    (element) => readAll(element, 'dt').join() === 'Time',
  );
  expect(times && readAll(times, 'dd')).toEqual(expected);
});

test.each([
  ['Online', '', 'Online', false],
  ['Online', '', 'Online; the link comes with the confirmation', false],
  ['Online', '', 'Onlinehaus', true],
  ['Online', '', 'A link that comes with the confirmation', true],
  ['Berlin', 'Germany', 'Berlin, Germany: the town hall', false],
  ['Berlin', 'Germany', 'Berliner Rathaus', true],
])('in %s %s at “%s” the details name the place: %s', async (city, country, venue, isNamed) => {
  const event = makeEvent({ city, country, venue });
  const { main } = await readSamplePageAt(`/events?event=${event.slug}`, before, [event]);
  const dialog = getOnly(main, 'dialog');
  expect(readAll(dialog, 'dt').includes('Place')).toBe(isNamed);
  expect(readAll(dialog, 'dd')).toContain(venue);
});
