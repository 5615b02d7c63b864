import fc from 'fast-check';
import { write } from './raw-connection.ts';

/** A bad request, as bytes. */
export interface HostileRequest {
  /** What is bad about it, for the message of a failure. */
  readonly family: string;
  /** For reading the response: HEAD has no body. */
  readonly method: string;
  readonly bytes: Buffer;
  /** A word that stands in it and must not come back. */
  readonly marker: string;
  /** The word is what somebody has typed into a form, which shows it again, escaped. */
  readonly isTyped: boolean;
  /**
   * What has to become of the connection. `kept`: its end is clear, and the next request on the
   * connection gets its own response. `closed`: nobody knows where it ends, so nothing behind it may
   * be taken for a request. `either`: whichever suits the server.
   */
  readonly connection: 'kept' | 'closed' | 'either';
  /** Nothing more comes: the client closes its side. */
  readonly after?: 'half-close';
}

type Parts = Parameters<typeof write>[0] &
  Partial<Pick<HostileRequest, 'isTyped' | 'connection' | 'after'>>;

/** What a family draws from. */
export interface Draw {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** Between `min` and `max` picks, joined. */
  join(values: readonly string[], min: number, max: number): string;
  list<Value>(count: number, make: (index: number) => Value): readonly Value[];
  /** A word that no response contains by itself. */
  readonly marker: string;
  /** A header line that carries the marker. */
  readonly note: string;
}

/** Makes the parts of one request; what they leave out is filled in by `makeRequests`. */
type Family = (draw: Draw) => Parts;

/** Families of bad requests, and how many of each are made. */
export type Families = Readonly<Record<string, readonly [count: number, family: Family]>>;

/** The words of a text, for lists whose entries hold no space. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Addresses that exist, of every kind. */
export const known =
  words(`/ /events /about /blog /contact/form /thank-you /newsletter /newsletter/confirm
  /newsletter/unsubscribe /healthz /readyz /feed.xml /events.ics /sitemap.xml /robots.txt /favicon.svg
  /assets/entry-AB12CD34.js /fonts/eczar-f736a312.woff2`);

/** So many requests of each family, mixed; the same for the same seed. */
export function makeRequests(families: Families, seed: number): readonly HostileRequest[] {
  const made = Object.entries(families).flatMap(([name, [count, family]]) =>
    fc.sample(
      fc.gen().map((generate) => makeRequest(name, family, generate)),
      { seed, numRuns: count },
    ),
  );
  const [mixed = []] = fc.sample(
    fc.shuffledSubarray(made, { minLength: made.length, maxLength: made.length }),
    { seed, numRuns: 1 },
  );
  return mixed;
}

function makeRequest(name: string, family: Family, generate: fc.GeneratorValue): HostileRequest {
  const below = (limit: number) => generate(fc.nat, limit - 1);
  const pick = <Value>(values: readonly Value[]) => generate(fc.constantFrom<Value[]>, ...values);
  const list = <Value>(length: number, make: (index: number) => Value) =>
    Array.from({ length }, (_, index) => make(index));
  const marker = `zq${below(2 ** 31).toString(36)}x${below(2 ** 31).toString(36)}`;
  const parts = family({
    below,
    pick,
    list,
    marker,
    note: `X-Note: ${marker}`,
    chance: (probability) => below(100) < probability * 100,
    join: (values, min, max) => list(min + below(max - min + 1), () => pick(values)).join(''),
  });
  const { method = 'GET', isTyped = false, connection = 'either', after } = parts;
  const about = { family: name, method: method.trim(), marker, isTyped, connection };
  return { ...about, bytes: write(parts), ...(after ? { after } : {}) };
}
