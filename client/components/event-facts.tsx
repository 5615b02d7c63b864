import { formatVisitorClock, listOtherClocks } from '#shared/events/clocks.ts';
import { type Event, formatPlace } from '#shared/events/event.ts';
import { isOpen } from '#shared/events/phase.ts';
import { formatFullDate, formatTimeRange, formatTimeZone } from '#shared/format.ts';
import { useHydrated } from '../hydrated.ts';
import { useMoment } from '../page-state.ts';
import { css } from '../styles/css.ts';

/** When and where an event is: by its own clock first, then by that of the other end of the bridge. */
export function EventFacts({ event }: { readonly event: Event }) {
  const { startAt, endAt, timezone, format, venue } = event;
  const moment = useMoment();
  const facts = [
    ['Date', [formatFullDate(startAt, timezone)]],
    ['Time', [formatTimeRange(startAt, endAt, timezone), ...listOtherClocks(event)]],
    ['Time zone', [formatTimeZone(startAt, timezone)]],
    ['Place', [formatPlace(event)]],
    ['Venue', [venue]],
  ] as const;
  return (
    <>
      <dl className={list}>
        {facts.map(([term, values]) => (
          <div key={term} className={pair}>
            <dt className={termStyle}>{term}</dt>
            {values.map((value) => (
              <dd key={value} className={description}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {format !== 'offline' && isOpen(event, moment) ? <VisitorClock event={event} /> : null}
    </>
  );
}

/** By the visitor's clock, which only the browser knows. Its line is there before, so nothing moves. */
function VisitorClock({ event }: { readonly event: Event }) {
  const times = useHydrated() ? formatVisitorClock(event, findTimeZone()) : undefined;
  return (
    <div className={visitor}>
      {times === undefined ? null : (
        <dl className={pair}>
          <dt className={termStyle}>Your time</dt>
          <dd>{times}</dd>
        </dl>
      )}
    </div>
  );
}

function findTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const list = css`
  display: grid;
  gap: 4px;
  margin-block: 16px;
`;

const pair = css`
  display: grid;
  grid-template-columns: 5.5rem 1fr;
  column-gap: 12px;
  line-height: 1.45;
`;

const termStyle = css`
  color: var(--muted);
`;

const description = css`
  grid-column: 2;
`;

const visitor = css`
  min-height: 1.45em;
  margin: -12px 0 16px;
`;
