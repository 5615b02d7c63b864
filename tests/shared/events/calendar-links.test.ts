import { expect, test } from 'vitest';
import { formatGoogleUrl, formatOutlookUrl } from '#shared/events/calendar-links.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';

const site = { origin: 'https://pont.example' };
const details = 'People meet.\n\nhttps://pont.example/events?event=a-gathering';
const location = 'A house, Berlin, Germany';

test('links to the forms of Google and Outlook have title, times in UTC, zone, place and a link', () => {
  const google = new URL(formatGoogleUrl(makeEvent(), site));
  expect(google.origin + google.pathname).toBe('https://calendar.google.com/calendar/render');
  expect(Object.fromEntries(google.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'A Gathering',
    dates: '20251016T163000Z/20251016T190000Z',
    ctz: 'Europe/Berlin',
    ...{ details, location },
  });
  const outlook = formatOutlookUrl(makeEvent(), site, 'outlook.office.com');
  expect(outlook).toMatch(/^https:\/\/outlook\.office\.com\/calendar\/0\/action\/compose\?/);
  expect(outlook).not.toContain('+'); // Otherwise the calendar would show a plus sign instead of a space.
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({
    rru: 'addevent',
    subject: 'A Gathering',
    startdt: '2025-10-16T16:30:00Z',
    enddt: '2025-10-16T19:00:00Z',
    body: details,
    location,
  });
});
