import type { EventRevision } from '../events/calendar.ts';
import type { Event } from '../events/event.ts';
import { listCities } from '../events/filter-events.ts';
import { type ContentFiles, checkPicture } from './check-photograph.ts';
import {
  type Complaint,
  checkParagraphs,
  checkSlug,
  checkText,
  checkUnique,
  describeProblems,
  listRepeated,
} from './entry-rules.ts';

const file = 'shared/content/events.ts';

/** What is wrong with the programme. */
export function checkEvents(events: readonly Event[], files: ContentFiles): readonly string[] {
  return events.flatMap((event, place) =>
    describeProblems(file, event.title || event.slug, [
      checkUnique(events, event, 'id', ({ id }) => id),
      checkUnique(events, event, 'slug', ({ slug }) => slug),
      checkUnique(events, event, 'title', ({ title }) => title),
      checkSlug('slug', event.slug),
      checkText('title', event.title, 80),
      checkText('summary', event.summary, 200),
      checkText('venue', event.venue, 120),
      checkParagraphs('description', event.description.split('\n\n')),
      ...checkTimes(event),
      checkOrder(event, events[place - 1]),
      ...checkPlace(event, events),
      ...event.tags.map((tag) => checkSlug('tag', tag)),
      checkTags(event.tags),
      ...checkPicture(event.picture, 'landscape', files),
    ]),
  );
}

/** What is wrong with the list of changed events. */
export function checkRevisions(
  revisions: Readonly<Record<string, EventRevision>>,
  events: readonly Event[],
): readonly string[] {
  return Object.entries(revisions).flatMap(([slug, { sequence, changedAt }]) =>
    describeProblems(file, slug, [
      !events.some((event) => event.slug === slug) && 'no event has this slug',
      !(Number.isInteger(sequence) && sequence > 0) &&
        'its sequence must be 1 for the first change, 2 for the second, and so on',
      !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(changedAt) &&
        `its changedAt “${changedAt}” must be written as 2026-01-10T09:00:00Z`,
    ]),
  );
}

function checkTimes(event: Event): readonly Complaint[] {
  const { startAt, endAt, timezone } = event;
  if (!isTimeZone(timezone)) {
    return [`its timezone “${timezone}” does not exist: write it as Europe/Berlin or Asia/Kolkata`];
  }
  return [
    checkInstant('startAt', startAt, timezone),
    checkInstant('endAt', endAt, timezone),
    Date.parse(endAt) <= Date.parse(startAt) &&
      `it ends (${endAt}) before it has begun (${startAt})`,
  ];
}

const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-])(\d\d):(\d\d)$/;

function checkInstant(field: string, text: string, timeZone: string): Complaint {
  const [, local, sign, hours, minutes] = dateTime.exec(text) ?? [];
  const instant = Date.parse(text);
  if (local === undefined || Number.isNaN(instant)) {
    return `its ${field} “${text}” must be a date that exists, written as 2026-01-22T18:30:00+01:00`;
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  // `Date.parse` reads February 30 as March 2.
  if (new Date(instant + offset).toISOString().slice(0, 19) !== local) {
    return `its ${field} “${text}” is a day that does not exist`;
  }
  const expected = findOffset(instant, timeZone);
  const written = text.slice(-6);
  return (
    written !== expected &&
    `its ${field} ends in ${written}, but the clocks in ${timeZone} are at ${expected} then`
  );
}

/** The offset of a zone at an instant: `+02:00`. */
function findOffset(instant: number, timeZone: string): string {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name?.slice('GMT'.length) || '+00:00';
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    // Intl knows abbreviations, too, which mean one offset all year.
    return timeZone.includes('/') || timeZone === 'UTC';
  } catch {
    return false;
  }
}

function checkOrder(event: Event, before: Event | undefined): Complaint {
  return (
    before !== undefined &&
    Date.parse(event.startAt) < Date.parse(before.startAt) &&
    `it begins before “${before.title}”: put it above, for the list is in the order of time`
  );
}

function checkPlace(event: Event, events: readonly Event[]): readonly Complaint[] {
  const { city, country, format } = event;
  if (format === 'online') {
    return [
      city !== 'Online' && `it is online, so its city must be 'Online' and not “${city}”`,
      country !== '' && "it is online, so its country must be ''",
    ];
  }
  const option = listCities(events).find(
    ({ value }) => value === city.toLowerCase() && value !== 'all',
  );
  return [
    checkText('city', city, 40),
    checkText('country', country, 40),
    option === undefined && `its city “${city}” cannot be found by the city filter`,
    option !== undefined &&
      option.label !== city &&
      `its city “${city}” is written “${option.label}” elsewhere`,
  ];
}

function checkTags(tags: readonly string[]): Complaint {
  const repeated = listRepeated(tags);
  return repeated !== undefined && `it has the tag “${repeated}” twice`;
}
