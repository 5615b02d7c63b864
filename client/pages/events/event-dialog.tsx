import { type MouseEvent, useRef, useState } from 'react';
import { eventsTexts } from '#shared/content/events-texts.ts';
import type { EventDetails } from '#shared/events/clocks.ts';
import { type EventsQuery, formatEventUrl } from '#shared/events/filter-query.ts';
import { isOpen } from '#shared/events/phase.ts';
import { newsletterForm } from '#shared/newsletter/form.ts';
import { showAsModal } from '../../boot/show-as-modal.ts';
import { buttonRow, InviteLink, mainButton, quietButton } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Photograph } from '../../components/photograph.tsx';
import { useNewsletterOff, useSite } from '../../data/document-state.ts';
import { Emblem, getLineColour } from '../../drawings/emblem.tsx';
import { useHydrated } from '../../hydrated.ts';
import { Icon } from '../../icons/icon.tsx';
import { submitInPlace } from '../../modified-clicks.ts';
import { css } from '../../styles/css.ts';
import { inColourOnly, narrow, screenOnly } from '../../styles/grid.ts';
import { iconButton } from '../../styles/icon-button.ts';
import { EventFacts } from './event-facts.tsx';
import { EventLinks } from './event-links.tsx';
import { EventNotices } from './event-notices.tsx';
import { QueryFields } from './query-fields.tsx';
import { Tags } from './tag.tsx';
import { useModal } from './use-modal.ts';

interface EventDialogProps {
  readonly event: EventDetails;
  /** Index in the list: the emblem has the colour that it has there. */
  readonly index: number;
  readonly query: EventsQuery;
  /** The shown time in milliseconds. */
  readonly now: number;
  /** Resolves to true if the details stay open, because the browser is offline. */
  readonly onClose: () => Promise<boolean>;
}

/**
 * The details of an event. The server renders the dialog open, with the position and size of the modal dialog, so that
 * nothing moves when the inline script makes it modal before the first paint.
 */
export function EventDialog({ event, index, query, now, onClose }: EventDialogProps) {
  const [isFromServer] = useState(!useHydrated());
  const closing = useRef(false);
  const pressed = useRef<EventTarget>(null);
  const close = () => {
    if (closing.current) return; // A second Escape must not go back a second time.
    closing.current = true;
    void onClose().then((stays) => {
      closing.current = !stays;
      // Browsers close the dialog at a second Escape even if the first one is prevented.
      if (stays && dialog.current) showAsModal(dialog.current);
    });
  };
  const dialog = useModal(isFromServer, close);
  const closeOnBackdrop = (click: MouseEvent) => {
    // Ignores clicks that began inside the box, for example when text is selected.
    if (click.target === click.currentTarget && pressed.current === click.target) close();
  };
  const { title, tags, summary, ventures, description, photograph, photoAlt = '' } = event;
  const isInviting = isOpen(event, now);
  const isOff = useNewsletterOff();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users close the dialog with Escape
    <dialog
      ref={dialog}
      className={dialogBox}
      open={isFromServer || undefined}
      aria-labelledby="event-title"
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={closeOnBackdrop}
      onCancel={(cancel) => {
        cancel.preventDefault();
        close();
      }}
      onClose={close}
    >
      <div className={body}>
        <Tags tags={tags} />
        {/* biome-ignore lint/a11y/noAutofocus: an open dialog has the focus, also without JavaScript */}
        <h2 id="event-title" tabIndex={-1} autoFocus>
          {title}
        </h2>
        <EventNotices event={event} now={now} />
        <p>{summary}</p>
        {photograph ? (
          <Photograph photograph={photograph} slot="large" alt={photoAlt} isFirst />
        ) : null}
        <div className={facts}>
          <div>
            <EventFacts event={event} isOpen={isInviting} />
          </div>
          {photograph ? null : <Emblem seed={event.slug} colour={getLineColour(index)} isInFile />}
        </div>
        <EventLinks event={event} hasCalendar={isInviting} />
        <p className={printedAddress}>{formatEventUrl(event, useSite())}</p>
        {ventures ? (
          <dl className={table}>
            {ventures.map(({ kind, text }) => (
              <div key={text}>
                <dt>{kind}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {description.split('\n\n').map((paragraph) => (
          <p key={paragraph} className={text}>
            {paragraph}
          </p>
        ))}
        <button
          type="submit"
          form="close-details"
          className={iconButton}
          aria-label="Close details"
          data-tooltip="Close details"
        >
          <Icon name="close" />
        </button>
        <form
          id="close-details"
          className={actions}
          action="/events"
          onSubmit={(submit) => submitInPlace(submit, close)}
        >
          <QueryFields query={{ ...query, event: undefined }} />
          {isInviting ? (
            <InviteLink />
          ) : isOff ? null : (
            <PageLink to={newsletterForm} className={mainButton}>
              {eventsTexts.newsletter.title}
            </PageLink>
          )}{' '}
          <button type="submit" className={quietButton}>
            Close
          </button>
        </form>
      </div>
    </dialog>
  );
}

/**
 * The same box before and after the inline script makes it modal. The scrim is a shadow at first, then the backdrop.
 * The box has a fixed top: if it was centred, it would move when a line arrives or wraps differently.
 */
const dialogBox = css`
  --dialog-top: clamp(16px, 12vh - 60px, 96px);
  --button-row: 85px; /* the height of the row of buttons, with its border */
  ${narrow} {
    --button-row: 77px;
  }
  @media (height<25em) {
    --button-row: 0px; /* the row of buttons scrolls with the text */
  }
  position: fixed;
  z-index: 3;
  inset: 0;
  width: min(800px, 100vw - 32px);
  max-width: none; /* the browser's default for modal dialogs would resize it */
  max-height: calc(100vh - 16px - var(--dialog-top));
  /* Inside @supports, because older browsers would drop both declarations. */
  @supports (height: 1dvh) {
    --dialog-top: clamp(16px, 12dvh - 60px, 96px);
    max-height: calc(100dvh - 16px - var(--dialog-top));
  }
  margin: var(--dialog-top) auto auto;
  padding: 0;
  overflow-y: auto;
  scrollbar-gutter: stable; /* a scrollbar that appears while the HTML arrives would move the text */
  scroll-padding-bottom: calc(96px + var(--button-row)); /* so that buttons and toasts never cover a focused link */
  overscroll-behavior: contain;
  border: 1px solid var(--control);
  border-radius: var(--radius);
  background: var(--card);
  color: var(--text);
  &::backdrop {
    background: var(--scrim);
  }
  &:not(:modal) {
    box-shadow: 0 0 0 100vmax var(--scrim);
  }
  @media screen {
    html:has(&[open]) {
      overflow: hidden;
      scrollbar-gutter: stable;
      background: var(--page-under-scrim);
    }
  }
  /* Without JavaScript it is above the content, because it cannot keep the focus and must not cover a link. */
  html:not([data-script]) & {
    position: static;
    inset: auto;
    max-height: none;
    box-shadow: none;
  }
  html:not([data-script]):has(&[open]) {
    overflow: auto;
    background: none;
  }
  /* Prints the event and nothing else. */
  @media print {
    position: static;
    inset: auto;
    max-height: none;
    box-shadow: none !important;
    width: auto;
    margin: 0;
    border: 0;
    &:modal {
      margin-top: 80px; /* room for the header */
    }
    &::backdrop {
      display: none;
    }
    html:has(&[open]) :is(main > :not(dialog), footer) {
      display: none;
    }
  }
`;

const body = css`
  position: relative;
  padding: 32px;
  > ul:first-child {
    padding-inline-end: 32px; /* room for the close button */
  }
  h2 {
    margin-block: 12px 8px;
    font: 600 clamp(min(1.75rem, 11.5vw), 2.6vw, 2.25rem) / 1.12 var(--display);
    letter-spacing: -0.01em;
  }
  img {
    width: 100%;
    aspect-ratio: 2; /* so that the facts below stay visible */
    margin-top: 16px;
  }
  /* The button in the corner. */
  > button {
    position: absolute;
    top: 16px;
    inset-inline-end: 16px;
    ${narrow} {
      top: 10px;
      inset-inline-end: 8px;
    }
  }
  ${narrow} {
    padding: 24px 16px;
  }
`;

/** The emblem at the right of the facts, if there is space. */
const facts = css`
  > svg {
    display: none;
  }
  @media screen and (width>=40em) {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-bottom: -16px; /* margins in a flex container do not collapse */
    > div {
      flex: 1;
    }
    > svg {
      display: block;
      flex: none;
      width: 190px;
    }
  }
`;

/** The address, because paper has no address bar. */
const printedAddress = css`
  overflow-wrap: anywhere;
  @media screen {
    display: none;
  }
`;

const table = css`
  display: grid;
  gap: 12px;
  margin-top: 12px;
  dt {
    color: var(--action);
    font: 700 min(1.5rem, 11vw) / 1.3 var(--display);
  }
`;

const text = css`
  margin-top: 12px;
  max-width: none;
`;

const actions = css`
  ${buttonRow};
  position: sticky;
  bottom: 0;
  margin: 40px -32px -32px;
  padding: 16px 32px;
  border-top: 1px solid var(--hairline);
  background: var(--card);
  ${screenOnly};
  /* The text fades out above the buttons to show that it continues. At the end of the text the margin is there. */
  &::before {
    content: '';
    position: absolute;
    inset: auto 0 calc(100% + 1px); /* above the border */
    height: 40px;
    background: linear-gradient(transparent, var(--card));
    pointer-events: none;
    ${inColourOnly};
  }
  @media (height<25em) {
    position: static;
    margin-top: 16px;
    &::before {
      display: none;
    }
  }
  ${narrow} {
    margin: 76px -16px -24px; /* space for a toast, so that it covers no line at the end of the text */
    padding: 12px 16px;
    svg {
      display: none;
    }
  }
  /* The buttons fit in one row at 320 px. */
  @media (width<=22em) {
    a,
    button {
      padding-inline: 16px;
    }
  }
`;
