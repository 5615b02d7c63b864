import { formatFullDate, formatTimeRange } from '#shared/dates/format.ts';
import { type EventDetails, formatVisitorClock } from '#shared/events/clocks.ts';
import { formatPlace } from '#shared/events/event.ts';
import { AddressText } from '../../components/address-text.tsx';
import { useHydrated } from '../../hydrated.ts';
import { css } from '../../styles/css.ts';
import { muted, phone } from '../../styles/grid.ts';

interface EventFactsProps {
  readonly event: EventDetails;
  /** Whether visitors can still take part. */
  readonly isOpen: boolean;
}

/** Time and place of an event: in its own time zone, then in other zones. */
export function EventFacts({ event, isOpen }: EventFactsProps) {
  const { startAt, endAt, zoneName, otherClocks, format, venue } = event;
  const place = formatPlace(event);
  // “Online; the link comes …” contains the place already.
  const namesPlace = venue.startsWith(place) && !/^[\p{L}\p{N}]/u.test(venue.slice(place.length));
  const facts = [
    ['Date', [formatFullDate(startAt)]],
    ['Time', [formatTimeRange(startAt, endAt), ...otherClocks]],
    ['Time zone', [zoneName]],
    ...(namesPlace ? [] : [['Place', [place]] as const]),
    ['Venue', [venue]],
  ] as const;
  return (
    <>
      <dl className={list}>
        {facts.map(([term, values]) => (
          <div key={term} className={pair}>
            <dt className={muted}>{term}</dt>
            {values.map((value) => (
              <dd key={value}>
                <AddressText text={value} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {format !== 'offline' && isOpen ? <VisitorClock event={event} /> : null}
    </>
  );
}

/** The time in the visitor's time zone, which only the browser knows. Its line is reserved, so nothing moves. */
function VisitorClock({ event }: { readonly event: EventDetails }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const times = useHydrated() ? formatVisitorClock(event, timeZone) : undefined;
  return (
    <div className={visitor}>
      {times === undefined ? null : (
        <dl className={pair}>
          <dt className={muted}>Your time</dt>
          <dd>{times}</dd>
        </dl>
      )}
    </div>
  );
}

const list = css`
  display: grid;
  gap: 4px;
  margin-block: 16px;
`;

const pair = css`
  display: grid;
  grid-template-columns: min(5.5rem, 35%) minmax(0, 1fr);
  column-gap: 12px;
  line-height: 1.45;
  dd {
    grid-column: 2;
  }
`;

const visitor = css`
  min-height: 1.45em;
  margin: -12px 0 16px;
  /* Two lines, if start and end are on different days. */
  ${phone} {
    min-height: 2.9em;
    margin-bottom: 4px;
  }
`;
