import {
  type FormEvent,
  type SyntheticEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { eventsPage } from '#shared/content/events-page.ts';
import { findAnnouncement } from '#shared/events/announcement.ts';
import type { EventSummary } from '#shared/events/event.ts';
import { findStatusLabel, formatCount, formatSummary } from '#shared/events/event-words.ts';
import { findEventsData, joinEvents, selectEvents } from '#shared/events/events-data.ts';
import { createFilters, filterNames } from '#shared/events/filter-events.ts';
import {
  type EventsQuery,
  type EventView,
  formatEventsUrl,
  plainQuery,
} from '#shared/events/filter-query.ts';
import type { ArrangedEvents } from '#shared/events/phase.ts';
import { findListSubject, type HeadSubject } from '#shared/head.ts';
import { isDataOf, type PageData } from '#shared/page-data.ts';
import { maxPageSize } from '#shared/paging.ts';
import { quietButton } from '../components/button.tsx';
import { CalendarSubscription } from '../components/calendar-subscription.tsx';
import { Emblem } from '../components/emblem.tsx';
import { findDetailsButton, findSlug } from '../components/event-card.tsx';
import { EventDialog } from '../components/event-dialog.tsx';
import { EventFilters, filtersFormId } from '../components/event-filters.tsx';
import { EventList } from '../components/event-list.tsx';
import { PageLinks } from '../components/page-links.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryFields } from '../components/query-fields.tsx';
import { useNavigator } from '../navigation/use-navigator.ts';
import { showNotice } from '../notifications/notifications.ts';
import { useMoment, usePageData } from '../page-state.ts';
import { css } from '../styles/css.ts';
import { cx } from '../styles/cx.ts';
import { columns, lead, narrow, wide } from '../styles/layout.ts';
import { formatStagger } from '../styles/stagger.ts';

type Arranged = ArrangedEvents<EventSummary>;

/** Where all events fit on one page, filters and views need no request. */
export function findData(search: string, known: PageData): PageData | undefined {
  return isDataOf(known, 'events') ? findEventsData(search, known) : undefined;
}

/** An open event, or a page of the whole list: a selection has no address for search engines. */
export function findSubject(data: PageData): HeadSubject | undefined {
  if (!isDataOf(data, 'events')) return undefined;
  const { details, query } = data;
  if (!details) {
    const isWhole = formatEventsUrl({ ...query, page: 1 }) === formatEventsUrl(plainQuery);
    const pages = isWhole ? (data.pages ?? 1) : 1;
    return findListSubject('events', { page: query.page, pages });
  }
  return {
    title: details.title,
    description: formatSummary(details),
    path: formatEventsUrl({ ...plainQuery, event: details.slug }),
    image: `event-${details.slug}`,
    label: findStatusLabel(details),
  };
}

/**
 * The programme. All state is in the address: the server renders any selection, Back restores it, and
 * every control works as a plain form without JavaScript.
 */
export function Page() {
  const data = usePageData('events');
  const navigator = useNavigator();
  const { query, added, details } = data;
  const { selection, view } = query;
  const moment = useMoment();
  const { found, count } = selectEvents(data, moment);
  const isWhole = useDeferredCards(found, view);
  const isFiltered = filterNames.some((name) => selection[name] !== 'all');
  const wasOpenedHere = useRef(false);
  useFocusReturn(query.event, isWhole);

  const { wanted, setWanted } = useWantedQuery(query);
  useAnnouncement(data.events, moment);

  /** Another selection begins at its first page. */
  const toNext = (changed: Partial<EventsQuery>) => ({ ...wanted, page: 1, ...changed });
  const change = (changed: Partial<EventsQuery>) => {
    const next = toNext(changed);
    setWanted(next);
    navigator.push(formatEventsUrl(next));
  };
  /** Where not all events are here, those of each possible choice are fetched before it is made. */
  const approach = (changes: readonly Partial<EventsQuery>[]) => {
    for (const each of changes) navigator.prefetch(formatEventsUrl(toNext(each)));
  };
  const prefetch = ({ target }: SyntheticEvent) => {
    const event = findSlug(target);
    if (event !== undefined) navigator.prefetch(formatEventsUrl({ ...query, event }));
  };
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    const { nativeEvent } = submitted;
    const event = nativeEvent instanceof SubmitEvent ? findSlug(nativeEvent.submitter) : undefined;
    if (event === undefined) return;
    wasOpenedHere.current = true;
    change({ event });
  };
  /** Goes back if opening has added a history entry; a page that was loaded open has no such entry. */
  const close = () => {
    if (wasOpenedHere.current) navigator.go(-1);
    else navigator.replace(formatEventsUrl({ ...query, event: undefined }));
  };

  return (
    <>
      {details ? (
        <EventDialog key={details.slug} event={details} query={query} onClose={close} />
      ) : null}
      <PageTitle title={eventsPage.title} lead={eventsPage.lead} />
      <EventFilters
        filters={createFilters(added)}
        query={wanted}
        onChange={change}
        onApproach={approach}
        onSubmit={submit}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens to what its buttons are about to do */}
      <div className={cx(columns, results)} onPointerOver={prefetch} onFocus={prefetch}>
        <p role="status" className={countLine} id="events">
          {formatCount(count)}
        </p>
        {view === 'calendar' ? (
          <Calendar query={query} onSwitch={() => change({ view: 'list' })} />
        ) : isFiltered && count.open + count.cancelled + count.past === 0 ? (
          <NoMatch />
        ) : (
          <>
            <EventList
              {...(isWhole ? found : takeFirstCards(found))}
              className={list}
              isNothingPlanned={!isFiltered && count.open === 0}
            />
            <PageLinks
              page={query.page}
              pages={data.pages ?? 1}
              noun="events"
              toUrl={(page) => formatEventsUrl({ ...query, page, event: undefined })}
            />
          </>
        )}
      </div>
    </>
  );
}

/**
 * Of another list the first cards are shown at once, and the others in a render that does not hold up the next paint.
 *
 * @returns whether all are shown
 */
function useDeferredCards(found: Arranged, view: EventView): boolean {
  const slugs = joinEvents(found).map(({ slug }) => slug);
  const list = view === 'list' ? slugs.join() : '';
  return useDeferredValue(list) === list;
}

/** As many cards as a window has room for. */
const firstCards = 4;

function takeFirstCards({ current, past }: Arranged): Arranged {
  return {
    current: current.slice(0, firstCards),
    past: past.slice(0, Math.max(0, firstCards - current.length)),
  };
}

/**
 * The selection as the visitor has chosen it, which the controls show while its events are fetched. A
 * second choice adds to the first.
 */
function useWantedQuery(query: EventsQuery) {
  const [choice, setChoice] = useState({ shown: query, wanted: query });
  return {
    wanted: choice.shown === query ? choice.wanted : query,
    setWanted: (wanted: EventsQuery) => setChoice({ shown: query, wanted }),
  };
}

/** Says politely what has changed when an event begins or ends while the page is open. */
function useAnnouncement(events: readonly EventSummary[], moment: number) {
  const last = useRef({ events, moment });
  useEffect(() => {
    const before = last.current;
    last.current = { events, moment };
    const title = findAnnouncement(before.events, before.moment, moment);
    if (title !== undefined) showNotice({ title, variant: 'default' });
  }, [events, moment]);
}

/** When the details close, the focus returns to the button that opens them, as soon as its card is there. */
function useFocusReturn(slug: string | undefined, isWhole: boolean) {
  const last = useRef(slug);
  useEffect(() => {
    if (slug === undefined && last.current !== undefined) {
      const button = findDetailsButton(last.current);
      if (!button && !isWhole) return;
      button?.focus();
    }
    last.current = slug;
  }, [slug, isWhole]);
}

/** When the focused control is removed with its notice, the focus moves to the first filter. */
function useFocusHandover<Control extends HTMLElement>() {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    const left = control.current;
    return () => {
      if (left !== null && document.activeElement === left) {
        document.querySelector<HTMLElement>(`#${filtersFormId} select`)?.focus();
      }
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
        <CalendarSubscription selection={query.selection} />
      </form>
      <Emblem seed="calendar" dye="indigo" className={picture} />
    </>
  );
}

const results = css`
  padding-bottom: var(--section);
`;

const countLine = css`
  grid-column: 1 / -1;
  padding-block: 24px 16px;
  color: var(--muted);
  font-size: 1rem;
`;

const list = css`
  grid-column: 1 / -1;
  @media (prefers-reduced-motion: no-preference) {
    ${formatStagger(maxPageSize)}
  }
`;

const notice = css`
  display: grid;
  justify-items: start;
  gap: 16px;
  padding-block: clamp(32px, 5vw, 72px);
  ${wide} {
    grid-column: 4 / span 6;
  }
`;

/** Where a card has its emblem; with nothing beside it on a phone. */
const picture = css`
  ${wide} {
    grid-column: 10 / -1;
    justify-self: end;
    align-self: center;
    max-width: 236px;
  }
  ${narrow} {
    display: none;
  }
  @media print {
    display: none;
  }
`;

const noticeTitle = css`
  font: 600 2rem / 1.2 var(--display);
  letter-spacing: -0.01em;
`;
