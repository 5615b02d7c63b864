import { expect, test } from 'vitest';
import {
  formatCalendarPath,
  formatEventFilePath,
  formatGoogleUrl,
  formatOutlookUrl,
} from '#shared/events/calendar-links.ts';
import { selectAll } from '#shared/events/filter-events.ts';
import { hostileTexts } from '../../helpers/hostile-text.ts';
import { makeEvent } from '../../helpers/make-event.ts';

const site = { origin: 'https://pont.example' };

test('the address of the calendar has the filters that are set and no other', () => {
  expect(formatCalendarPath(selectAll)).toBe('/events.ics');
  expect(formatCalendarPath({ ...selectAll, month: 'october', category: 'saas' })).toBe(
    '/events.ics?month=october&category=saas',
  );
  expect(formatEventFilePath('a-gathering')).toBe('/events/a-gathering.ics');
});

test('the form of Google gets title, times in UTC, zone, place and a link', () => {
  const { origin, pathname, searchParams } = new URL(formatGoogleUrl(makeEvent(), site));
  expect(origin + pathname).toBe('https://calendar.google.com/calendar/render');
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'A Gathering',
    dates: '20251016T163000Z/20251016T190000Z',
    ctz: 'Europe/Berlin',
    details: 'People meet.\n\nhttps://pont.example/events?event=a-gathering',
    location: 'A house, Berlin, Germany',
  });
});

test('the form of Outlook gets the same, with spaces that it does not show as plus signs', () => {
  const url = formatOutlookUrl(makeEvent(), site);
  expect(url).not.toContain('+');
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    rru: 'addevent',
    subject: 'A Gathering',
    startdt: '2025-10-16T16:30:00Z',
    enddt: '2025-10-16T19:00:00Z',
    body: 'People meet.\n\nhttps://pont.example/events?event=a-gathering',
    location: 'A house, Berlin, Germany',
  });
});

test.each(Object.entries(hostileTexts))('%s stays within its own parameter', (_name, text) => {
  const title = text.toWellFormed();
  const event = makeEvent({ title, summary: title });
  const google = new URL(formatGoogleUrl(event, site));
  expect(google.searchParams.get('text')).toBe(title);
  expect([...google.searchParams.keys()]).toHaveLength(6);
  expect(new URL(formatOutlookUrl(event, site)).searchParams.get('subject')).toBe(title);
});
