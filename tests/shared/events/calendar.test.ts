import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { siteContent } from '#shared/content.ts';
import { noPhotographs } from '#shared/design/photographs.ts';
import { renderCalendar } from '#shared/events/calendar.ts';
import { type Event, formatLocation } from '#shared/events/event.ts';
import { type EventEntry, readEvents } from '#shared/events/event-entry.ts';
import { site } from '#shared/site.ts';
import { createSiteContent, publishedContent } from '#shared/site-content.ts';
import { makeEntry, makeEvent } from '../../helpers/content/make-event.ts';
import { cleanText, hostileTexts } from '../../helpers/hostile/hostile-text.ts';

const { events } = publishedContent.programme;

const publishedAt = '2025-10-02T08:15:30.500Z';
const render = (list: readonly Event[], given = site) =>
  renderCalendar({ site: given, events: list, publishedAt });

/** The events that an independent reader (ical.js) finds. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.name).toBe('vcalendar');
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

test('a reader finds every event unchanged, with its times in UTC', () => {
  const startAt = '2025-10-26T01:30:00+05:30';
  const endAt = '2025-10-26T03:30:00+01:00';
  const venue = 'A house, Berlin';
  const ventures = [{ kind: 'Equity', text: 'A workshop in Pune.' }];
  const list = [
    ...events,
    makeEvent({ startAt, endAt, venue, timezone: 'Asia/Kolkata', ventures }),
  ];
  const text = render(list);
  expect(text).toContain('\r\nDTSTART:20251025T200000Z\r\nDTEND:20251026T023000Z\r\n');
  expect(text).not.toMatch(/TZID|VTIMEZONE/);
  expect(text).toContain('\r\nLOCATION:A house\\, Berlin\\, Germany\r\n');
  const [gallery] = read(render([makeEvent({ venue: 'Berlinische Galerie' })]));
  expect(gallery?.location).toBe('Berlinische Galerie, Berlin, Germany');
  const found = read(text);
  const times = found.map((each) => [each.startDate.toJSDate(), each.endDate.toJSDate()]);
  expect(times).toEqual(list.map((each) => [new Date(each.startAt), new Date(each.endAt)]));
  for (const [index, event] of list.entries()) {
    const { summary, uid, location, description, component } = found[index] ?? {};
    expect([summary, location]).toEqual([event.title, formatLocation(event)]);
    expect(uid).toBe(`${event.slug}@${site.identity.domain}`);
    expect(description).toContain(event.description);
    for (const { kind, text } of event.ventures ?? []) {
      expect(description).toContain(`${kind}: ${text}`);
    }
    const url = component?.getFirstPropertyValue('url');
    expect(url).toBe(`${site.origin}/events?event=${event.slug}`);
  }
});

test('lines end with CR LF and have at most 75 octets, and no fold splits a character', () => {
  const long = Array.from({ length: 5 }, (_, shift) =>
    makeEvent({ title: 'x'.repeat(shift) + '🪷ü'.repeat(60) }),
  );
  const text = render([...events, ...long, makeEvent({ tags: [] })]);
  // No event is a scheduling message or has an empty list of categories.
  expect(text).not.toMatch(/^(METHOD|ORGANIZER|ATTENDEE)|^CATEGORIES:\r/m);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
});

test('calendars learn that an event was moved twice and cancelled', () => {
  const moves = [
    { on: '2025-09-10', start: '2025-10-14 18:30', end: '2025-10-14 21:00' },
    { on: '2025-09-20', venue: 'Another house' },
  ];
  const cancelled = { on: '2025-10-01', reason: 'The hall is under water.' };
  const states = [{}, { moved: moves.slice(0, 1) }, { moved: moves }, { moved: moves, cancelled }];
  const found = read(render(readEvents(states.map(makeEntry)))).map((event) => {
    const say = (name: string) => String(event.component.getFirstPropertyValue(name));
    return [event.sequence, say('status'), say('transp'), event.description.split('\n')[0]];
  });
  expect(found).toEqual([
    [0, 'CONFIRMED', 'OPAQUE', 'People meet.'],
    [1, 'CONFIRMED', 'OPAQUE', 'Moved from Oct 14'],
    [2, 'CONFIRMED', 'OPAQUE', 'Moved from Another house'],
    [3, 'CANCELLED', 'TRANSPARENT', 'Cancelled: The hall is under water.'],
  ]);
});

test('a program that compares the time stamps of a calendar notices a correction', () => {
  const publish = (given: Partial<EventEntry>, at: string) => {
    const content = { ...siteContent, events: [makeEntry(given)] };
    const { programme, publishedAt } = createSiteContent(content, noPhotographs, new Date(at));
    const [found] = read(renderCalendar({ site, events: programme.events, publishedAt }));
    return (name: string) => String(found?.component.getFirstPropertyValue(name));
  };
  const one = publish({}, '2025-09-01T08:00:00Z');
  const other = publish({ summary: 'People meet, and eat.' }, publishedAt);
  expect(one('dtstamp')).toBe('2025-09-01T08:00:00Z');
  expect(other('dtstamp')).toBe('2025-10-02T08:15:30Z');
  expect(other('uid')).toBe(one('uid'));
  expect(other('last-modified')).toBe('null'); // A missing property cannot be wrong.
});

test('a subscribed calendar has a name, its address and a refresh interval', () => {
  const subscription = { name: 'A; B', url: 'https://circle.example/events.ics' };
  const text = renderCalendar({ site, events: [], publishedAt, subscription });
  const calendar = new ICAL.Component(ICAL.parse(text));
  // The reader does not know these properties. Both are of type TEXT (section 3.8.8.2; RFC 7986, section 5.1).
  expect(text).toContain('\r\nNAME:A\\; B\r\nX-WR-CALNAME:A\\; B\r\n');
  expect(calendar.getAllSubcomponents()).toHaveLength(1); // RFC 5545, section 3.6: at least one
  expect(calendar.getFirstPropertyValue('source')).toBe(subscription.url);
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT12H');
});

test.each(Object.entries(hostileTexts))('%s is escaped and read back', (_name, text) => {
  const words = { title: text, venue: text, summary: text, description: text };
  const written = render([makeEvent({ ...words, tags: [text] })], { ...site, name: text });
  const [found, ...others] = read(written);
  expect(others).toEqual([]);
  const clean = cleanText(text).replace(/\r\n?/g, '\n');
  expect(found?.summary).toBe(clean);
  expect(found?.location.startsWith(clean)).toBe(true);
  expect(found?.description.startsWith(`${clean}\n\n${clean}`)).toBe(true);
  expect(found?.attendees).toEqual([]);
  // Readers accept an unescaped comma; section 3.3.11 does not.
  const unfolded = written.replaceAll('\r\n ', '');
  const values = [...unfolded.matchAll(/^(?:SUMMARY|LOCATION|DESCRIPTION|CONTACT):(.*)\r$/gm)];
  expect(values).toHaveLength(4);
  for (const [, value] of values) expect(value).toMatch(/^(?:[^\\;,]|\\[\\;,n])*$/);
});
