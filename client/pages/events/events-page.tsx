import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { findStatusLabel, formatSummary } from '#shared/events/event-words.ts';
import { findEventsData, joinEvents, selectEvents } from '#shared/events/events-data.ts';
import { type EventsQuery, formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { findListSubject, type HeadSubject } from '#shared/head/head.ts';
import { isDataOf, type PageData } from '#shared/page-data.ts';
import { InviteLink } from '../../components/button.tsx';
import { ClosingBand } from '../../components/closing-band.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { usePageData, usePageState } from '../../data/page-query.ts';
import { submitInPlace } from '../../modified-clicks.ts';
import { NewsletterSection } from '../../newsletter/newsletter-section.tsx';
import { useVisit } from '../../visit.ts';
import { findSlug } from './event-card.tsx';
import { EventDialog } from './event-dialog.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventResults } from './event-results.tsx';

/** Derives the data of another filter or view without a request, if all events fit on one page. */
export function findData(search: string, known: PageData): PageData | undefined {
  return isDataOf(known, 'events') ? findEventsData(search, known) : undefined;
}

/** The canonical address: an open event, or a page of the whole list. A selection has none of its own. */
export function findSubject(data: PageData): HeadSubject | undefined {
  if (!isDataOf(data, 'events')) return undefined;
  const { details, isIndexed, query } = data;
  if (!details) {
    const isWhole = formatEventsUrl({ ...query, page: 1 }) === formatEventsUrl(plainQuery);
    const pages = isWhole ? (data.pages ?? 1) : 1;
    return findListSubject('events', { page: query.page, pages });
  }
  const path = formatEventsUrl({ ...plainQuery, event: details.slug });
  return {
    title: details.title,
    description: formatSummary(details),
    path,
    ...(isIndexed ? { canonical: path } : {}),
    image: `event-${details.slug}`,
    labels: [findStatusLabel(details), details.photoAlt],
  };
}

/**
 * The programme. All state is in the address, so the server renders any selection, Back restores it, and without
 * JavaScript every control works as a plain form.
 */
export function Page() {
  const data = usePageData('events');
  const address = useLocation();
  const { visit } = useVisit();
  const { query, filters, details } = data;
  const now = usePageState().validFrom; // milliseconds, the same on server and browser
  /** The controls show the chosen query while its events are fetched. A second choice adds to the first. */
  const [{ shown, wanted }, setChoice] = useState({ shown: address, wanted: query });
  // Resets an old choice, also after another navigation to the same query.
  if (shown !== address) setChoice({ shown: address, wanted: query });

  const change = (changed: Partial<EventsQuery>, state = {}) => {
    const next = { ...wanted, page: 1, event: undefined, ...changed }; // A new selection starts at its first page.
    setChoice({ shown: address, wanted: next });
    void visit(formatEventsUrl(next), { state }).then((stays) => {
      if (stays) setChoice({ shown: address, wanted: query });
    });
  };
  const open = (submitted: FormEvent) =>
    submitInPlace(submitted, () => {
      const { nativeEvent } = submitted;
      const event =
        nativeEvent instanceof SubmitEvent ? findSlug(nativeEvent.submitter) : undefined;
      // While a filter loads, the list behind the details is not the one of this history entry.
      const opened = formatListOf(wanted) === formatListOf(query);
      if (event !== undefined) change({ event }, { opened });
    });
  /**
   * Goes back if the history entry before this one is the list; the state says so, also after a reload. Details that
   * were open when the page loaded have no entry of the list before them, and neither has a link to another event.
   */
  const close = () => {
    const options = address.state?.opened ? { back: true } : { replace: true };
    return visit(formatEventsUrl({ ...query, event: undefined }), options);
  };

  return (
    <>
      {details ? (
        <EventDialog
          key={details.slug}
          event={details}
          index={joinEvents(selectEvents(data, now).found).findIndex(
            ({ slug }) => slug === details.slug,
          )}
          query={query}
          now={now}
          onClose={close}
        />
      ) : null}
      <PageTitle title={eventsTexts.title} line="events" lead={eventsTexts.lead} />
      <EventFilters filters={filters} query={wanted} onChange={change} />
      <EventResults data={data} now={now} onOpen={open} onSwitch={() => change({ view: 'list' })} />
      {data.isNothingPlanned ? (
        <NewsletterSection {...eventsTexts.newsletter}>
          <InviteLink quiet />
        </NewsletterSection>
      ) : (
        <ClosingBand />
      )}
    </>
  );
}

/** The address of the first page of the list behind the details. */
function formatListOf(query: EventsQuery) {
  return formatEventsUrl({ ...query, page: 1, event: undefined });
}
