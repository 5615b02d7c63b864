import { type FormEvent, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { eventsPage } from '#shared/content/events-page.ts';
import { formatCalendarPath } from '#shared/events/calendar-links.ts';
import type { EventSummary } from '#shared/events/event.ts';
import { formatCount } from '#shared/events/event-words.ts';
import { type EventsData, joinEvents, selectEvents } from '#shared/events/events-data.ts';
import { filterNames } from '#shared/events/filter-events.ts';
import { type EventsQuery, formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import type { ArrangedEvents } from '#shared/events/phase.ts';
import { useAddress } from '../navigation/address.ts';
import { prefetchAddress } from '../navigation/visit-address.ts';
import { useMoment, useSite } from '../page-state.ts';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, lead, narrow, screenOnly, sectionEnd } from '../styles/layout.ts';
import { inlineLink, quietButton } from './button.tsx';
import { Emblem } from './emblem.tsx';
import { besideWords, findDetailsButton, findSlug } from './event-card.tsx';
import { filtersFormId } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import { PageLinks } from './page-links.tsx';
import { QueryFields } from './query-fields.tsx';

type Arranged = ArrangedEvents<EventSummary>;

interface EventResultsProps {
  readonly data: EventsData;
  /** The button of a card sends its form. */
  readonly onOpen: (submitted: FormEvent) => void;
  /** Switches from the calendar back to the list. */
  readonly onSwitch: () => void;
}

/** The events that match the filters, as a list or in place of the calendar. */
export function EventResults({ data, onOpen, onSwitch }: EventResultsProps) {
  const { query, pages = 1 } = data;
  const { selection, view } = query;
  const { found, count } = selectEvents(data, useMoment());
  // When the list changes, the first cards are shown at once, the others in a deferred render that does not delay the
  // next paint; but not after Back, which restores the scroll position.
  const { isReturn = false } = useAddress();
  const slugs = joinEvents(found).map(({ slug }) => slug);
  const list = view === 'list' ? slugs.join() : '';
  const isWhole = useDeferredValue(list) === list || isReturn;
  const isFiltered = filterNames.some((name) => selection[name] !== 'all');
  useFocusReturn(query.event, isWhole);
  const prefetch = ({ target }: { readonly target: EventTarget }) => {
    const event = findSlug(target);
    if (event !== undefined) prefetchAddress(formatEventsUrl({ ...query, event }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it prefetches for the buttons in it
    <div className={cx(columns, sectionEnd)} onPointerOver={prefetch} onFocus={prefetch}>
      <div role="status" className={countLine} id="events">
        {/* A new paragraph for each selection: screen readers do not announce a text that stays the same. */}
        <p key={formatEventsUrl({ ...plainQuery, selection })}>{formatCount(count)}</p>
      </div>
      {view === 'calendar' ? (
        <Calendar query={query} onSwitch={onSwitch} />
      ) : isFiltered && count.open + count.cancelled + count.past === 0 ? (
        <NoMatch />
      ) : (
        <>
          <form className={fullWidth} action="/events" onSubmit={onOpen}>
            <QueryFields query={{ ...query, page: 1, event: undefined }} />
            <EventList
              {...(isWhole ? found : takeFirstCards(found))}
              isNothingPlanned={!isFiltered && count.open === 0}
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

/** As many cards as fit into a window. */
const firstCards = 4;

function takeFirstCards({ current, past }: Arranged): Arranged {
  return {
    current: current.slice(0, firstCards),
    past: past.slice(0, Math.max(0, firstCards - current.length)),
  };
}

/**
 * When the details close, the focus returns to the button that opens them, as soon as its card is there. If the list
 * does not have the card, the first filter gets the focus.
 */
function useFocusReturn(slug: string | undefined, isWhole: boolean) {
  const last = useRef(slug);
  useEffect(() => {
    if (slug === undefined && last.current !== undefined) {
      const button = findDetailsButton(last.current);
      if (!button && !isWhole) return;
      // Who closed them before hydration may be somewhere else by now.
      if (document.activeElement === document.body) (button ?? findFirstFilter())?.focus();
    }
    last.current = slug;
  }, [slug, isWhole]);
}

function findFirstFilter() {
  return document.querySelector<HTMLElement>(`#${filtersFormId} select`);
}

/** When the focused control is removed together with its notice, the first filter gets the focus. */
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
        <h2 className={noticeTitle}>{eventsPage.emptyTitle}</h2>
        <p className={lead}>{eventsPage.emptyText}</p>
        <a ref={clear} href={formatEventsUrl(plainQuery)} className={quietButton}>
          Clear filters
        </a>
      </div>
      <Emblem seed="no-events" dye="madder" className={picture} />
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
        onSubmit={(event) => {
          event.preventDefault();
          onSwitch();
        }}
      >
        <QueryFields query={{ ...query, view: 'list', event: undefined }} />
        <p className={noticeTitle}>{eventsPage.calendarText}</p>
        <button ref={toList} type="submit" className={quietButton}>
          {eventsPage.switchToList}
        </button>
        {/* `webcal:` asks the system's calendar to subscribe. If no program handles that, the file has the same events. */}
        <p className={subscription}>
          {eventsPage.subscribeText} <a href={`webcal://${host}${path}`}>{eventsPage.subscribe}</a>
          {' or '}
          <a href={path}>{eventsPage.downloadCalendar}</a>.
        </p>
      </form>
      <Emblem seed="calendar" dye="indigo" className={picture} />
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
  ${inColumns('4 / span 6')};
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
  ${narrow} {
    display: none;
  }
  ${screenOnly};
`;

const noticeTitle = css`
  font: 600 2rem / 1.2 var(--display);
  letter-spacing: -0.01em;
`;
