import type { WithPhotograph } from '../design/photographs.ts';

/** How people take part in an event (specification, section 3). */
export type EventFormat = Event['format'];

/**
 * How an event differs from its first publication. Past and under way are no statuses: they follow from the clock
 * (`phase.ts`).
 */
export type EventStatus =
  | { readonly kind: 'scheduled' }
  /** It is at another time or place than before; `from` is how it was before the latest move. */
  | { readonly kind: 'moved'; readonly from: Pick<Event, 'startAt' | 'endAt' | 'venue'> }
  /** It does not take place; the reason is a sentence. */
  | { readonly kind: 'cancelled'; readonly reason: string };

/** A venture that is presented at an event. */
export interface Venture {
  /** What it asks for or works on, in a word or two: `Project finance`. */
  readonly kind: string;
  /** What it is, in a sentence. */
  readonly text: string;
}

/**
 * An event of the programme, as pages and filters see it. Field names are those of the specification,
 * section 3; `status` and `sequence` follow from what the editor writes (`event-entry.ts`).
 */
export interface Event extends WithPhotograph {
  readonly id: number;
  readonly title: string;
  /** Unique, lower-case words joined by hyphens: the event's address and the seed of its emblem. */
  readonly slug: string;
  /** ISO 8601 date-time with the offset of `timezone`, for example `2025-10-16T18:30:00+02:00`. */
  readonly startAt: string;
  /** The end, written like `startAt` and after it. */
  readonly endAt: string;
  /** IANA time zone in which the event's date and times are shown, for example `Europe/Berlin`. */
  readonly timezone: string;
  /** The zone's name for people, `India Standard Time`, where it is not the network's own. */
  readonly zone?: string;
  /** City, or `Online`. */
  readonly city: string;
  /** Country in English; empty for an event with no place. */
  readonly country: string;
  readonly venue: string;
  readonly format: 'online' | 'offline' | 'hybrid';
  /** Tag slugs, shown in this order; their names and colours are in `content/tags.ts`. */
  readonly tags: readonly string[];
  /** One or two sentences for the card. */
  readonly summary: string;
  /** Paragraphs for the details dialog, separated by a blank line. */
  readonly description: string;
  /** The ventures that are presented. Home shows those of the next event that has some, or else of the last. */
  readonly ventures?: readonly Venture[];
  readonly status: EventStatus;
  /** How often it has been moved or cancelled since it was published (RFC 5545, section 3.8.7.4). */
  readonly sequence: number;
}

/** What a list shows of an event. */
export type EventSummary = Omit<Event, 'id' | 'description' | 'ventures' | 'sequence'>;

/** Leaves out what a list does not show. */
export function summarise(event: Event): EventSummary {
  const { id, description, ventures, sequence, ...summary } = event;
  return summary;
}

/** Where an event is: `Berlin, Germany`, or `Online` for one with no place. */
export function formatPlace({ city, country }: Pick<Event, 'city' | 'country'>): string {
  return country === '' ? city : `${city}, ${country}`;
}

/** Where to go, in one line for a calendar: the venue, then city and country unless it names them. */
export function formatLocation({ format, venue, city, country }: Event): string {
  if (format === 'online') return venue;
  const missing = [city, country].filter(
    (place) => place !== '' && !` ${venue},`.includes(` ${place},`),
  );
  return [venue, ...missing].join(', ');
}
