import { css } from '@emotion/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { eventsPage } from '#shared/content/events-page.ts';
import { filterEvents } from '#shared/events/filter-events.ts';
import {
  type EventsQuery,
  formatEventsUrl,
  parseEventsQuery,
  plainQuery,
} from '#shared/events/filter-query.ts';
import type { Programme } from '#shared/events/programme.ts';
import type { HeadSubject } from '#shared/head.ts';
import { programme as siteProgramme } from '#shared/programme.ts';
import { quietButton } from '../components/button.tsx';
import { CalendarSubscription } from '../components/calendar-subscription.tsx';
import { Emblem } from '../components/emblem.tsx';
import { detailsButtonId, EventCard } from '../components/event-card.tsx';
import { EventDialog } from '../components/event-dialog.tsx';
import { EventFilters, filtersFormId } from '../components/event-filters.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryFields } from '../components/query-fields.tsx';
import { useEventsQuery } from '../events-query.ts';
import { useNavigator } from '../navigation/use-navigator.ts';
import { columns, lead, narrow, wide } from '../styles/layout.ts';
import { formatStagger } from '../styles/stagger.ts';

export function parseQuery(search: string): EventsQuery {
  return parseEventsQuery(search, siteProgramme);
}

/** An address that opens an event's details is about that event. */
export function findSubject(
  query: EventsQuery,
  { events }: Programme = siteProgramme,
): HeadSubject | undefined {
  const event = events.find(({ slug }) => slug === query.event);
  return (
    event && {
      title: event.title,
      description: event.summary,
      path: formatEventsUrl({ ...plainQuery, event: event.slug }),
      image: `event-${event.slug}`,
    }
  );
}

/**
 * The programme. All state is in the address: the server renders any selection, Back restores it, and
 * every control works as a plain form without JavaScript.
 */
export function Page({ programme = siteProgramme }: { readonly programme?: Programme }) {
  const query = useEventsQuery();
  const navigator = useNavigator();
  const { events, filters } = programme;
  const { selection, view } = query;
  const found = filterEvents(events, selection);
  const details = events.find(({ slug }) => slug === query.event);
  const wasOpenedHere = useRef(false);
  useFocusReturn(query.event);

  const change = (changed: Partial<EventsQuery>) =>
    navigator.push(formatEventsUrl({ ...query, ...changed }));
  const open = (slug: string) => {
    wasOpenedHere.current = true;
    change({ event: slug });
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
      <EventFilters filters={filters} query={query} onChange={change} />
      <div css={[columns, results]}>
        <p role="status" css={count}>
          {formatCount(found.length)}
        </p>
        {view === 'calendar' ? (
          <Calendar query={query} onSwitch={() => change({ view: 'list' })} />
        ) : found.length === 0 ? (
          <NoMatch />
        ) : (
          <ol css={list}>
            {found.map((event, index) => (
              <EventCard key={event.id} event={event} index={index} onOpen={open} />
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 event' : `${count} events`;
}

/** When the details close, the focus returns to the button that opens them. */
function useFocusReturn(slug: string | undefined) {
  const last = useRef(slug);
  useEffect(() => {
    if (slug === undefined && last.current !== undefined) {
      document.getElementById(detailsButtonId(last.current))?.focus();
    }
    last.current = slug;
  }, [slug]);
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
      <div css={notice}>
        <h2 css={noticeTitle}>{eventsPage.emptyTitle}</h2>
        <p css={lead}>{eventsPage.emptyText}</p>
        <a ref={clear} href={formatEventsUrl(plainQuery)} css={quietButton}>
          Clear filters
        </a>
      </div>
      <Emblem seed="no-events" dye="madder" css={picture} />
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
        css={notice}
        action="/events"
        onSubmit={(event) => {
          event.preventDefault();
          onSwitch();
        }}
      >
        <QueryFields query={{ ...query, view: 'list', event: undefined }} />
        <p css={noticeTitle}>{eventsPage.calendarText}</p>
        <button ref={toList} type="submit" css={quietButton}>
          {eventsPage.switchToList}
        </button>
        <CalendarSubscription selection={query.selection} />
      </form>
      <Emblem seed="calendar" dye="indigo" css={picture} />
    </>
  );
}

const results = css`
  padding-bottom: var(--section);
`;

const count = css`
  grid-column: 1 / -1;
  padding-block: 24px 16px;
  color: var(--muted);
  font-size: 1rem;
`;

const list = css`
  grid-column: 1 / -1;
  @media (prefers-reduced-motion: no-preference) {
    ${formatStagger(siteProgramme.events.length)}
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
