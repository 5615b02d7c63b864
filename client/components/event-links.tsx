import { css } from '@emotion/react';
import {
  formatEventFilePath,
  formatGoogleUrl,
  formatOutlookUrl,
} from '#shared/events/calendar-links.ts';
import type { Event } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { useHydrated } from '../hydrated.ts';
import { showToast } from '../notifications/notifications.ts';
import { useSite } from '../page-state.ts';
import { inlineLink, OutsideLink } from './button.tsx';
import { Icon } from './icon.tsx';

/** The event for one's own calendar: ordinary links, the first to a file that any program reads. */
export function CalendarLinks({ event }: { readonly event: Event }) {
  const site = useSite();
  return (
    <ul css={row}>
      <li>
        {/* Not `download`: a phone then opens it in the calendar instead of storing it. */}
        <a href={formatEventFilePath(event.slug)} css={[inlineLink, target]}>
          Calendar file
        </a>
      </li>
      <li>
        <OutsideLink href={formatGoogleUrl(event, site)} css={[inlineLink, target]}>
          Google
        </OutsideLink>
      </li>
      <li>
        <OutsideLink href={formatOutlookUrl(event, site)} css={[inlineLink, target]}>
          Outlook
        </OutsideLink>
      </li>
    </ul>
  );
}

/** The event's own address: a link for everyone, and buttons that copy it or hand it on. */
export function ShareLinks({ event }: { readonly event: Event }) {
  const path = formatEventsUrl({ ...plainQuery, event: event.slug });
  const findUrl = () => new URL(path, window.location.href).href;
  const canShare = useHydrated() && 'share' in navigator;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(findUrl());
      showToast('success', {
        title: 'Link copied',
        description: 'It leads straight to this event.',
      });
    } catch {
      showToast('error', {
        title: 'Not copied',
        description: 'Your browser does not allow it. Copy the address from its bar instead.',
      });
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: event.title, text: event.summary, url: findUrl() });
    } catch (error) {
      // Whoever closes the sheet has changed their mind; every other failure leaves copying.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };
  return (
    <span css={row}>
      <a href={path} css={[inlineLink, target]}>
        Link to this event
      </a>
      <button type="button" className="needs-script" css={[target, button]} onClick={copy}>
        <Icon name="link" />
        Copy link
      </button>
      {canShare ? (
        <button type="button" css={[target, button]} onClick={share}>
          <Icon name="share" />
          Share
        </button>
      ) : null}
    </span>
  );
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: 20px;
`;

/** 44 px high for the finger, and no higher than a line of text for the eye. */
const target = css`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  margin-block: -8px;
`;

const button = css`
  padding: 0;
  border: 0;
  background: none;
  font-weight: 600;
  &:hover {
    text-decoration: underline 2px;
    text-underline-offset: 6px;
  }
`;
