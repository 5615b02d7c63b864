import type { Event } from '#shared/events/event.ts';
import type { EventEntry } from '#shared/events/event-entry.ts';

/** Makes an event. A test gives only the fields that it needs. */
export function makeEvent(given: Partial<Event> = {}): Event {
  return {
    id: 1,
    title: 'A Gathering',
    slug: 'a-gathering',
    startAt: '2025-10-16T18:30:00+02:00',
    endAt: '2025-10-16T21:00:00+02:00',
    timezone: 'Europe/Berlin',
    city: 'Berlin',
    country: 'Germany',
    venue: 'A house',
    format: 'offline',
    tags: ['investor-circle', 'offline'],
    summary: 'People meet.',
    description: 'People meet and talk.',
    status: { kind: 'scheduled' },
    sequence: 0,
    ...given,
  };
}

/** Makes the entry of an event, as an editor writes it. */
export function makeEntry(given: Partial<EventEntry> = {}): EventEntry {
  const { startAt, endAt, status, sequence, ...same } = makeEvent();
  const times = { start: '2025-10-16 18:30', end: '2025-10-16 21:00', published: '2025-09-01' };
  return { ...same, ...times, ...given };
}
