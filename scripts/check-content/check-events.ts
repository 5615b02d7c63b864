import { hour } from '#shared/dates/durations.ts';
import {
  findInstant,
  isTimeZone,
  type LocalTime,
  parseLocalTime,
} from '#shared/dates/local-time.ts';
import type { Venture } from '#shared/events/event.ts';
import { type EventEntry, listFormer } from '#shared/events/event-entry.ts';
import { listCities } from '#shared/events/filter-events.ts';
import { maxVentures } from '#shared/events/ventures.ts';
import { type ContentFiles, checkLandscape } from './check-photograph.ts';
import {
  type ContentProblem,
  checkAnchor,
  checkParagraphs,
  checkSlug,
  checkText,
  checkTimeZone,
  checkUnique,
  describeProblems,
  findRepeated,
  isDay,
  type Problem,
} from './entry-rules.ts';

/** The maximum duration of an event: a longer one has a wrong year. */
const maxDays = 31;

/** Mistakes in the programme. */
export function checkEvents(
  events: readonly EventEntry[],
  files: ContentFiles,
): readonly ContentProblem[] {
  return events.flatMap((event, index) =>
    describeProblems('events', index, event, [
      ...checkUnique(events, event, 'id', 'slug'), // The events of a series have one title.
      checkAnchor('slug', event.slug),
      checkText('title', event.title, 80),
      checkText('summary', event.summary, 200),
      checkText('venue', event.venue, 120),
      checkParagraphs('description', event.description.split('\n\n'), 2400),
      ...checkVentures(event.ventures),
      ...checkTimes(event),
      checkOrder(event, events[index - 1]),
      ...checkChanges(event),
      ...checkPlace(event, events),
      ...event.tags.map((tag) => checkSlug('tag', tag)),
      checkTags(event.tags),
      ...checkLandscape(event, files),
    ]),
  );
}

/** Mistakes in the ventures, which Home shows too. */
function checkVentures(ventures: readonly Venture[] | undefined): readonly Problem[] {
  if (!ventures) return [];
  const count = ventures.length;
  const repeated = findRepeated(ventures.map(({ text }) => text));
  return [
    (count === 0 || count > maxVentures) &&
      `it has ${count} ventures, and there is room for one to ${maxVentures}: delete the field if there is none`,
    repeated !== undefined && `it has the venture “${repeated.slice(0, 40)}” twice`,
    ...ventures.flatMap(({ kind, text }) => [
      checkText('kind of a venture', kind, 30),
      checkText('text of a venture', text, 180),
    ]),
  ];
}

type Times = Pick<EventEntry, 'start' | 'end' | 'timezone'>;

function checkTimes({ start, end, timezone }: Times): readonly Problem[] {
  const wrong = checkTimeZone(timezone);
  if (wrong) return [wrong];
  const begins = parseLocalTime(start, timezone);
  const ends = parseLocalTime(end, timezone);
  return [
    explain('start', start, timezone, begins),
    explain('end', end, timezone, ends),
    begins.kind === 'instant' &&
      ends.kind === 'instant' &&
      (ends.instant <= begins.instant
        ? `it ends (${end}) before it has begun (${start})`
        : ends.instant > begins.instant + (maxDays * 24 + 1) * hour && // the clocks may go back
          `it lasts from ${start} to ${end}, and ${maxDays} days is the limit: look at the years`),
  ];
}

/** The mistake in a local time, if there is one. */
function explain(field: string, text: string, timezone: string, { kind }: LocalTime): Problem {
  switch (kind) {
    case 'instant':
      return false;
    case 'malformed':
      return `its ${field} “${text}” must be a date that exists, written as 2026-01-22 18:30`;
    case 'skipped':
      return `its ${field} “${text}” does not exist in ${timezone}, where the clocks go forward over it: choose a time before or after`;
    case 'repeated':
      return `its ${field} “${text}” exists twice in ${timezone}, where the clocks go back that night: choose a time before or after`;
  }
}

/** Mistakes in the days of its changes and in its former versions. */
function checkChanges(entry: EventEntry): readonly Problem[] {
  const { end, published, moved = [], cancelled } = entry;
  const lastDay = end.slice(0, '2026-01-15'.length);
  const days = [
    { field: 'published', day: published },
    ...moved.map(({ on }) => ({ field: 'moved', day: on })),
    ...(cancelled ? [{ field: 'cancelled', day: cancelled.on }] : []),
  ];
  return [
    ...days.flatMap(({ field, day }, index) => {
      const before = days[index - 1];
      return [
        !isDay(day) &&
          `the day “${day}” after ${field} must be one that exists, written as 2026-01-15`,
        // An event that is over may be put on the site.
        index > 0 &&
          isDay(day) &&
          isDay(lastDay) &&
          day > lastDay &&
          `it is ${field} on ${day}, after its end (${end}): look at the years`,
        before &&
          day < before.day &&
          `it is ${field} on ${day}, before it was ${before.field} on ${before.day}: the order is published, moved, cancelled`,
      ];
    }),
    ...checkMoves(entry),
    cancelled &&
      (checkText('reason for the cancellation', cancelled.reason, 200) ||
        (!/[.!?]$/.test(cancelled.reason) &&
          'its reason for the cancellation must be a sentence, with its full stop')),
  ];
}

/** Mistakes in how it was before it was moved. */
function checkMoves(entry: EventEntry): readonly Problem[] {
  const { timezone } = entry;
  const versions = [...listFormer(entry), entry];
  return versions.slice(0, -1).flatMap((former, index) => {
    const after = versions[index + 1] ?? entry;
    const { start, end, venue } = former;
    const isSame = start === after.start && end === after.end && venue === after.venue;
    return [
      isSame && 'after moved stands when and where it is now: write there how it was before',
      // A mistake that several versions share is reported once.
      ...checkTimes({ start, end, timezone }).map(
        (problem) =>
          problem && !isSame && isTimeZone(timezone) && `before it was moved, ${problem}`,
      ),
      checkText('venue before it was moved', venue, 120),
    ];
  });
}

function checkOrder(event: EventEntry, before: EventEntry | undefined): Problem {
  if (!before) return false;
  const start = findInstant(event.start, event.timezone);
  const startBefore = findInstant(before.start, before.timezone);
  return (
    start !== undefined &&
    startBefore !== undefined &&
    start < startBefore &&
    `it begins before “${before.title}”: put it above, for the list is in the order of time`
  );
}

function checkPlace(event: EventEntry, events: readonly EventEntry[]): readonly Problem[] {
  const { city, country, format } = event;
  if (format === 'online') {
    return [
      city !== 'Online' && `it is online, so its city must be 'Online' and not “${city}”`,
      country !== '' && "it is online, so its country must be ''",
    ];
  }
  const option = listCities(events).find(({ value }) => value === city.toLowerCase());
  return [
    city === 'Online' && `it is ${format}, so its city must be that of its venue and not 'Online'`,
    checkText('city', city, 40),
    city !== city.normalize() && `its city “${city}” has loose accents: type the word again`,
    checkText('country', country, 40),
    option === undefined && `its city “${city}” cannot be found by the city filter`,
    option !== undefined &&
      option.label !== city &&
      `its city “${city}” is written “${option.label}” elsewhere`,
  ];
}

function checkTags(tags: readonly string[]): Problem {
  const repeated = findRepeated(tags);
  return repeated !== undefined && `it has the tag “${repeated}” twice`;
}
