import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useHydrated } from '../hydrated.ts';
import { Icon, icon } from '../icons/icon.tsx';
import { css, cx } from '../styles/css.ts';
import { headerNarrow, phone } from '../styles/grid.ts';
import { iconButton } from '../styles/icon-button.ts';
import type { Notice } from './notice.ts';
import { card, content, iconColours, viewport } from './notification-styles.ts';
import { dismissNotice, type NoticeRegionProps, useNotifications } from './notifications.ts';

/** Milliseconds (specification, section 9). */
const noticeTime = 5000;

/** Renders the notifications, in the browser only. The toaster is loaded with its first toast. */
export function NotificationOutlet() {
  const { notice, toaster, container } = useNotifications();
  if (!useHydrated()) return null;
  return (
    <>
      <NoticeRegion notice={notice} container={container} />
      {toaster ? <toaster.Toaster container={container} /> : null}
    </>
  );
}

/**
 * The first notification system. Its live region is in the page before its first notice, otherwise
 * screen readers would not announce a polite one (WAI-ARIA 1.2, `status`). It moves to another container together with
 * its element: otherwise React would render it anew there, and its time would start again.
 */
function NoticeRegion({ notice, container }: NoticeRegionProps) {
  const [element] = useState(() => document.createElement('div'));
  useLayoutEffect(() => (container ?? document.body).append(element), [container, element]);
  const isUrgent = notice?.variant === 'destructive';
  // If the status contained an alert, both would be announced.
  const region = (
    <div role="status" aria-live={isUrgent ? 'assertive' : 'polite'} className={cx(viewport, top)}>
      {notice ? <NoticeCard notice={notice} container={container} /> : null}
    </div>
  );
  return createPortal(region, element);
}

/** The time starts again when neither pointer nor focus is on it (WCAG 2.2 SC 2.2.1). */
function NoticeCard({ notice, container }: NoticeRegionProps & { readonly notice: Notice }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const focusedBefore = useRef<EventTarget>(null);
  useEffect(() => {
    if (hovered || focused) return undefined;
    const timer = setTimeout(dismissNotice, noticeTime, notice);
    return () => clearTimeout(timer);
  }, [notice, hovered, focused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved element loses both without an event
  useEffect(() => {
    setHovered(false);
    setFocused(false);
  }, [container]);
  const close = () => {
    dismissNotice(notice);
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  };
  const isUrgent = notice.variant === 'destructive';
  return (
    <section
      aria-label="Notices"
      data-type={notice.variant}
      className={card}
      // React misses `onPointerEnter` when the moved notice is under the pointer.
      onPointerOver={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ relatedTarget }) => {
        focusedBefore.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <div className={content}>
        <span className={iconColours[isUrgent ? 'error' : 'indigo']}>
          <Icon name={isUrgent ? 'warning' : 'information'} />
        </span>
        <div>
          <p>{notice.title}</p>
          {notice.description ? <p>{notice.description}</p> : null}
        </div>
        <button
          type="button"
          className={iconButton}
          aria-label="Close"
          data-tooltip="Close"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  );
}

/** Notices are below the header. In a dialog they are below the button that closes it, or above those at its foot. */
const top = css`
  inset: calc(var(--dialog-top, 20px) + 68px) 24px auto auto;
  ${headerNarrow} {
    top: calc(var(--dialog-top, max(3.5rem, 44px)) + 68px);
  }
  ${phone} {
    inset-inline: 16px;
  }
  dialog & {
    ${phone} {
      inset-block: auto calc(var(--button-row) + 16px);
    }
  }
`;

export const noticeClasses: readonly string[] = [
  ...[viewport, top, card, content, iconColours.error, iconColours.indigo, iconButton, icon],
];
