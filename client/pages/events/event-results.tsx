import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { formatCalendarPath } from '#shared/events/calendar-links.ts';
import { formatCount } from '#shared/events/event-words.ts';
import { type EventsData, selectEvents } from '#shared/events/events-data.ts';
import { filterNames } from '#shared/events/filter-events.ts';
import {
  type EventsQuery,
  formatEventsUrl,
  plainQuery,
  unlisted,
} from '#shared/events/filter-query.ts';
import { inlineLink, quietButton } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PageLinks } from '../../components/page-links.tsx';
import { UnlistedNote } from '../../components/unlisted-note.tsx';
import { useSite } from '../../data/document-state.ts';
import { Emblem } from '../../drawings/emblem.tsx';
import { submitInPlace } from '../../modified-clicks.ts';
import { css, cx } from '../../styles/css.ts';
import { columns, inColumns, lead, phone, screenOnly, sectionEnd } from '../../styles/grid.ts';
import { useVisit } from '../../visit.ts';
import { besideWords, findDetailsButton, findSlug } from './event-card.tsx';
import { filtersFormId } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import { NextGathering } from './next-gathering.tsx';
import { QueryFields } from './query-fields.tsx';

interface EventResultsProps {
  readonly data: EventsData;
  /** The shown time in milliseconds. */
  readonly now: number;
  /** Called when the button of a card submits the form. */
  readonly onOpen: (submitted: FormEvent) => void;
  /** Switches from the calendar back to the list. */
  readonly onSwitch: () => void;
}

/** The events that match the filters, or the placeholder of the calendar. */
export function EventResults({ data, now, onOpen, onSwitch }: EventResultsProps) {
  const { query, pages = 1 } = data;
  const { selection, view } = query;
  const { found, count } = selectEvents(data, now);
  const isFiltered = filterNames.some((name) => selection[name] !== 'all');
  const isInviting = data.isNothingPlanned && !isFiltered && query.page === 1;
  useFocusReturn(data.details?.slug);
  const { prefetch: prefetchAddress } = useVisit();
  const prefetch = ({ target }: { readonly target: EventTarget }) => {
    const event = findSlug(target);
    if (event !== undefined) prefetchAddress(formatEventsUrl({ ...query, event }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: prefetches for the buttons inside
    <div className={cx(columns, sectionEnd)} onPointerOver={prefetch} onFocus={prefetch}>
      {query.event === unlisted ? <UnlistedNote /> : null}
      <div role="status" className={countLine} id="events">
        {/* A new paragraph for each selection, because screen readers do not announce an unchanged text. */}
        <p key={formatEventsUrl({ ...plainQuery, selection })}>{formatCount(count)}</p>
      </div>
      {view === 'calendar' ? (
        <Calendar query={query} onSwitch={onSwitch} />
      ) : isFiltered && count.open + count.cancelled + count.past === 0 ? (
        <NoMatch />
      ) : (
        <>
          {isInviting ? <NextGathering /> : null}
          <form className={fullWidth} action="/events" onSubmit={onOpen}>
            <QueryFields query={{ ...query, page: 1, event: undefined }} />
            <EventList
              {...found}
              year={data.year}
              now={now}
              hidesPastTitle={!isInviting && count.open + count.cancelled === 0}
            />
          </form>
          <PageLinks
            page={query.page}
            pages={pages}
            noun="events"
            toUrl={(page) => formatEventsUrl({ ...query, page, event: undefined })}
          />
        </>
      )}
    </div>
  );
}

/**
 * When the details close, moves the focus to the button that opens them, or to the first filter if the list does not
 * contain that card.
 */
function useFocusReturn(slug: string | undefined) {
  const last = useRef(slug);
  useEffect(() => {
    if (slug === undefined && last.current !== undefined) {
      const button = findDetailsButton(last.current);
      // If the details were closed before hydration, the focus may be elsewhere.
      if (document.activeElement === document.body) (button ?? findFirstFilter())?.focus();
    }
    last.current = slug;
  }, [slug]);
}

function findFirstFilter() {
  return document.querySelector<HTMLElement>(`#${filtersFormId} select`);
}

/** Moves the focus to the first filter when the focused control is removed together with its notice. */
function useFocusHandover<Control extends HTMLElement>() {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    const previous = control.current;
    return () => {
      if (previous !== null && document.activeElement === previous) findFirstFilter()?.focus();
    };
  }, []);
  return control;
}

function NoMatch() {
  const clear = useFocusHandover<HTMLAnchorElement>();
  return (
    <>
      <div className={notice}>
        <h2 className={noticeTitle}>{eventsTexts.emptyTitle}</h2>
        <p className={lead}>{eventsTexts.emptyText}</p>
        <PageLink ref={clear} to={formatEventsUrl(plainQuery)} className={quietButton}>
          Clear filters
        </PageLink>
      </div>
      <Emblem seed="no-events" colour="control" className={picture} />
    </>
  );
}

interface CalendarProps {
  readonly query: EventsQuery;
  readonly onSwitch: () => void;
}

function Calendar({ query, onSwitch }: CalendarProps) {
  const toList = useFocusHandover<HTMLButtonElement>();
  const { host } = new URL(useSite().origin);
  const path = formatCalendarPath(query.selection);
  return (
    <>
      <form
        className={notice}
        action="/events"
        onSubmit={(submit) => submitInPlace(submit, onSwitch)}
      >
        <QueryFields query={{ ...query, view: 'list', event: undefined }} />
        <p className={noticeTitle}>{eventsTexts.calendarText}</p>
        <button ref={toList} type="submit" className={quietButton}>
          {eventsTexts.switchToList}
        </button>
        {/* `webcal:` opens the system's calendar to subscribe. If that fails, the file has the same events. */}
        <p className={subscription}>
          {eventsTexts.subscribeText}{' '}
          <a href={`webcal://${host}${path}`}>{eventsTexts.subscribe}</a>
          {' or '}
          <a href={path}>{eventsTexts.downloadCalendar}</a>.
        </p>
      </form>
      <Emblem seed="calendar" colour="indigo" className={picture} />
    </>
  );
}

const countLine = css`
  grid-column: 1 / -1;
  padding-block: 24px 16px;
  color: var(--muted);
  font-size: 1rem;
`;

const fullWidth = css`
  grid-column: 1 / -1;
`;

const notice = css`
  display: grid;
  justify-items: start;
  gap: 16px;
  padding-block: clamp(32px, 5vw, 72px);
  ${inColumns('4 / span 6', '1 / span 4')};
`;

const subscription = css`
  margin-top: 8px;
  color: var(--muted);
  a {
    ${inlineLink};
  }
`;

const picture = css`
  ${besideWords};
  ${phone} {
    display: none;
  }
  ${screenOnly};
`;

const noticeTitle = css`
  font: 600 min(2rem, 12.5vw) / 1.2 var(--display);
  letter-spacing: -0.01em;
`;
