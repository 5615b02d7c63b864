import { eventsPage } from '#shared/content/events-page.ts';
import { formatCalendarPath } from '#shared/events/calendar-links.ts';
import type { EventSelection } from '#shared/events/filter-events.ts';
import { useSite } from '../page-state.ts';
import { css } from '../styles/css.ts';
import { inlineLink } from './button.tsx';

/**
 * The filtered programme for the visitor's own calendar. `webcal:` asks the system's calendar to subscribe. If no
 * program handles that, the second link has the same calendar as a file.
 */
export function CalendarSubscription({ selection }: { readonly selection: EventSelection }) {
  const { host } = new URL(useSite().origin);
  const path = formatCalendarPath(selection);
  return (
    <p className={text}>
      {eventsPage.subscribeText}{' '}
      <a href={`webcal://${host}${path}`} className={inlineLink}>
        {eventsPage.subscribe}
      </a>
      {' or '}
      <a href={path} className={inlineLink}>
        {eventsPage.downloadCalendar}
      </a>
      .
    </p>
  );
}

const text = css`
  margin-top: 8px;
  color: var(--muted);
`;
