import type { Event } from '#shared/events/event.ts';
import type { EventEntry } from '#shared/events/event-entry.ts';

/** An event of which a test says only what matters to it. */
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

/** The same as an editor writes it. */
export function makeEntry(given: Partial<EventEntry> = {}): EventEntry {
  const { startAt, endAt, status, sequence, ...same } = makeEvent();
  const times = { start: '2025-10-16 18:30', end: '2025-10-16 21:00', published: '2025-09-01' };
  return { ...same, ...times, ...given };
}
