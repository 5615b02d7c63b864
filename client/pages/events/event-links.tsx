import { Fragment } from 'react';
import {
  formatEventFilePath,
  formatGoogleUrl,
  formatOutlookUrl,
  outlookHosts,
} from '#shared/events/calendar-links.ts';
import type { Event } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { inlineLink, OutsideLink } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useSite } from '../../data/document-state.ts';
import { useHydrated } from '../../hydrated.ts';
import { Icon } from '../../icons/icon.tsx';
import { showToast } from '../../notifications/notifications.ts';
import { css, cx } from '../../styles/css.ts';
import { phone, screenOnly, touchTarget, underlinedOnHover } from '../../styles/grid.ts';

interface EventLinksProps {
  readonly event: Event;
  /** Whether visitors can still take part: only then there are links to calendars. */
  readonly hasCalendar: boolean;
}

/**
 * Links to put an event into a calendar, and its own address: buttons that copy or share it, or a link without
 * JavaScript.
 */
export function EventLinks({ event, hasCalendar }: EventLinksProps) {
  const path = formatEventsUrl({ ...plainQuery, event: event.slug });
  const getUrl = () => new URL(path, window.location.href).href;
  const canShare = useHydrated() && 'share' in navigator;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(getUrl());
      showToast({
        kind: 'success',
        title: 'Link copied',
        description: 'It leads straight to this event.',
      });
    } catch {
      showToast({
        kind: 'error',
        title: 'Not copied',
        description: 'Your browser does not allow it. Copy the address from its bar instead.',
      });
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: event.title, text: event.summary, url: getUrl() });
    } catch (error) {
      // AbortError: the visitor closed the share dialog. After any other failure the link is copied.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };
  return (
    <div className={box}>
      {hasCalendar ? <CalendarLinks event={event} /> : null}
      <p className={row}>
        <PageLink to={path} className="without-script">
          Link to this event
        </PageLink>{' '}
        <span className={cx('needs-script', row)}>
          <button type="button" onClick={copy}>
            <Icon name="link" />
            Copy link
          </button>{' '}
          {/* Hidden, not removed, so that nothing moves when hydration shows it in browsers that can share. */}
          <button type="button" className={canShare ? undefined : hidden} onClick={share}>
            <Icon name="share" />
            Share
          </button>
        </span>
      </p>
    </div>
  );
}

function CalendarLinks({ event }: { readonly event: Event }) {
  const site = useSite();
  const forms = [
    ['Google', formatGoogleUrl(event, site)],
    ...Object.entries(outlookHosts).map(
      ([name, host]) => [name, formatOutlookUrl(event, site, host)] as const,
    ),
  ] as const;
  return (
    <p className={row}>
      <span className={label}>Add to calendar</span>{' '}
      {/* Without `download`, so that a phone opens the file in the calendar instead of storing it. */}
      <a href={formatEventFilePath(event.slug)}>File</a>
      {forms.map(([name, href]) => (
        <Fragment key={name}>
          {' '}
          <OutsideLink href={href}>
            {name}
            <Icon name="arrow-up-right" />
          </OutsideLink>
        </Fragment>
      ))}
    </p>
  );
}

const box = css`
  margin-block: 16px;
  padding-block: 6px;
  border-block: 1px solid var(--hairline);
  ${screenOnly};
  a,
  button {
    ${touchTarget};
    gap: 6px;
  }
  a {
    ${inlineLink};
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    font-weight: 600;
    ${underlinedOnHover};
  }
  svg {
    width: 1em;
    height: 1em;
  }
`;

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: 20px;
  max-width: none;
`;

const hidden = css`
  visibility: hidden;
`;

const label = css`
  color: var(--muted);
  ${phone} {
    width: 100%;
    padding-top: 8px;
  }
`;
