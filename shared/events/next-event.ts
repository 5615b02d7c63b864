import type { EventSummary } from './event.ts';
import { arrangeEvents, isOpen } from './phase.ts';

/** The part of the programme that the end of a page shows. */
export interface WithNextEvent {
  /** The earliest event under way or to come; missing if nothing is planned. */
  readonly next?: Pick<EventSummary, 'slug' | 'title' | 'startAt' | 'city' | 'country'>;
}

/** The next event of the programme at a time. */
export function findNextEvent(events: readonly EventSummary[], now: number): WithNextEvent {
  const found = arrangeEvents(events, now).current.find((event) => isOpen(event, now));
  if (!found) return {};
  const { slug, title, startAt, city, country } = found;
  return { next: { slug, title, startAt, city, country } };
}
