import type { Event, Venture } from './event.ts';
import { arrangeEvents, isOpen } from './phase.ts';

/** The ventures of one event, as Home shows them. */
export interface EventVentures {
  readonly event: Pick<Event, 'slug' | 'title' | 'startAt'>;
  readonly ventures: readonly Venture[];
  /** Whether the event is to come or under way. */
  readonly isNext: boolean;
}

/** The ventures of the next event that has some, or else of the last one. */
export function findVentures(events: readonly Event[], now: number): EventVentures | undefined {
  const { current, past } = arrangeEvents(events, now);
  const found = [...current.filter((event) => isOpen(event, now)), ...past].find(
    (event) => event.ventures,
  );
  if (!found?.ventures) return undefined;
  const { slug, title, startAt, ventures } = found;
  return { event: { slug, title, startAt }, ventures, isNext: isOpen(found, now) };
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four'];

/** The sentence about them has a word for each number up to this one. */
export const maxVentures = numbers.length - 1;

/** The beginning of that sentence: `Two ventures were`. */
export function formatVentureCount({ ventures, isNext }: EventVentures): string {
  const isOne = ventures.length === 1;
  const verb = isNext ? 'will be' : isOne ? 'was' : 'were';
  return `${numbers[ventures.length]} ${isOne ? 'venture' : 'ventures'} ${verb}`;
}
