import { formatEventUid } from '../identifiers.ts';
import type { Site } from '../site.ts';
import { formatTag } from '../tag.ts';
import { type Event, formatLocation } from './event.ts';
import { findStatusNotice } from './event-words.ts';
import { formatEventUrl } from './filter-query.ts';

interface CalendarSource {
  readonly site: Site;
  readonly events: readonly Event[];
  /** The instant at which the events were published in this form. */
  readonly publishedAt: string;
  /** A calendar with subscribers has it; a file for one event has none. */
  readonly subscription?: { readonly name: string; readonly url: string };
}

/**
 * iCalendar (RFC 5545). Times are in UTC, so no VTIMEZONE is needed. The files are no scheduling messages (RFC 5546),
 * so there is no METHOD and no ORGANIZER (section 3.8.4.3): CONTACT names the host.
 */
export function renderCalendar({
  site,
  events,
  publishedAt,
  subscription,
}: CalendarSource): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(site.name)}//Events//EN`,
    'CALSCALE:GREGORIAN',
    ...(subscription ? describeSubscription(subscription) : []),
    ...(events.length > 0
      ? events.flatMap((event) => describeEvent(event, publishedAt, site))
      : placeholder),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** A calendar must have a component (section 3.6). One without events gets a time zone. */
const placeholder = [
  ...['BEGIN:VTIMEZONE', 'TZID:UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
];

/** RFC 7986, sections 5.1 and 5.7–5.8, and the older names that Apple and Microsoft read. */
function describeSubscription({ name, url }: { readonly name: string; readonly url: string }) {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `SOURCE;VALUE=URI:${url}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
  ];
}

function describeEvent(event: Event, publishedAt: string, site: Site): string[] {
  const { title, startAt, endAt, tags, summary, ventures = [], description, sequence } = event;
  const url = formatEventUrl(event, site);
  const presented = ventures.map(({ kind, text }) => `${kind}: ${text}`);
  const notice = findStatusNotice(event) ?? [];
  const words = [notice, summary, presented, description, url].flat();
  const isCancelled = event.status.kind === 'cancelled';
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(formatEventUid(event, site))}`,
    // Without a METHOD both DTSTAMP and LAST-MODIFIED are the time of the event's last revision (3.8.7.2, 3.8.7.3).
    // Programs compare them, so a correction has to change them. Only the first is required.
    `DTSTAMP:${formatUtc(publishedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${formatUtc(startAt)}`,
    `DTEND:${formatUtc(endAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(words.join('\n\n'))}`,
    `LOCATION:${escapeText(formatLocation(event))}`,
    `URL:${url}`,
    ...(tags.length > 0 ? [`CATEGORIES:${tags.map(formatTag).map(escapeText).join(',')}`] : []),
    `CONTACT:${escapeText(`${site.name}, ${site.email}`)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`, // Whether the time is taken.
    'CLASS:PUBLIC',
    'END:VEVENT',
  ];
}

/** `20251016T163000Z`: an instant in UTC (section 3.3.5, form 2). */
function formatUtc(instant: string): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A value of type TEXT (section 3.3.11). Control characters may not occur in it; noncharacters are left out too. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const controls = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g;

const encoder = new TextEncoder();

const maxLineLength = 75; // octets, without the line break (section 3.1)

/** Breaks a long line, never inside a character's UTF-8. The next line begins with a space. */
function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const octets = encoder.encode(character).length;
    if (length + octets > maxLineLength) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += octets;
  }
  return folded;
}
