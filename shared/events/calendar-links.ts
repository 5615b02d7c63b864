import type { Site } from '../site.ts';
import { type Event, formatLocation } from './event.ts';
import type { EventSelection } from './filter-events.ts';
import { formatEventsUrl, formatEventUrl, plainQuery } from './filter-query.ts';

/** The path of an event's calendar file: `/events/<slug>.ics`. */
export function formatEventFilePath(slug: string): string {
  return `/events/${slug}.ics`;
}

/** The path of the calendar of a selection: `/events.ics?month=october`. */
export function formatCalendarPath(selection: EventSelection): string {
  return formatEventsUrl({ ...plainQuery, selection }).replace('/events', '/events.ics');
}

/** The prefilled form of Google Calendar. Times are in UTC; the zone only decides what the form shows. */
export function formatGoogleUrl(event: Event, site: Pick<Site, 'origin'>): string {
  return formatUrl('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${formatInstant(event.startAt)}/${formatInstant(event.endAt)}`.replace(/[-:]/g, ''),
    ctz: event.timezone,
    details: describe(event, site),
    location: formatLocation(event),
  });
}

/** The hosts of Outlook on the web: for private accounts, and for those of an organisation. */
export const outlookHosts = {
  Outlook: 'outlook.live.com',
  'Outlook at work': 'outlook.office.com',
};

/** The prefilled form of Outlook on the web. */
export function formatOutlookUrl(event: Event, site: Pick<Site, 'origin'>, host: string): string {
  return formatUrl(`https://${host}/calendar/0/action/compose`, {
    rru: 'addevent',
    subject: event.title,
    startdt: formatInstant(event.startAt),
    enddt: formatInstant(event.endAt),
    body: describe(event, site),
    location: formatLocation(event),
  });
}

/** Returns the summary and the address: with the whole description the link would have thousands of bytes. */
function describe(event: Event, site: Pick<Site, 'origin'>): string {
  return `${event.summary}\n\n${formatEventUrl(event, site)}`;
}

/** `2025-10-16T16:30:00Z`. */
function formatInstant(instant: string): string {
  return new Date(instant).toISOString().replace(/\.\d+/, '');
}

/** Writes spaces as %20, because Outlook shows a plus sign as one. A real plus sign is %2B. */
function formatUrl(address: string, query: Readonly<Record<string, string>>): string {
  return `${address}?${new URLSearchParams(query)}`.replaceAll('+', '%20');
}
