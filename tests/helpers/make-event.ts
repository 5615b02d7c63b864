import type { Event } from '#shared/events/event.ts';

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
    ...given,
  };
}
