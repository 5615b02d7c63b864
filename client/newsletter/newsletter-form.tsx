import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { connectionError, consentText, fieldErrors } from '#shared/content/newsletter.ts';
import { newsletterToasts, subscriptionErrors } from '#shared/content/newsletter-responses.ts';
import { markLine } from '#shared/kolam/mark-line.ts';
import { maxAddressLength, trimAddress } from '#shared/newsletter/email-address.ts';
import { honeypotField, newsletterPath } from '#shared/newsletter/form.ts';
import type { NewsletterState, SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import { formatThankYouUrl } from '#shared/thank-you.ts';
import { mainButton } from '../components/button.tsx';
import { useHydrated } from '../hydrated.ts';
import { Icon } from '../icons/icon.tsx';
import { showNotice, showProgress } from '../notifications/notifications.ts';
import { offlineNotice } from '../notifications/watch-connection.ts';
import { css, cx } from '../styles/css.ts';
import { notPrinted, tight } from '../styles/grid.ts';
import { useVisit } from '../visit.ts';
import { findAddressError, subscribe } from './subscribe.ts';

type State = 'rest' | 'sending' | { readonly error: string };

/**
 * The newsletter form. Without JavaScript it is an ordinary POST form. With JavaScript the data client sends the same
 * request, and the outcome appears below the field and as a toast, or as the thank-you page. After hydration our code
 * validates the input instead of the browser, which rejects an address pasted with an invisible space, and has no clear
 * message for an address that is not ASCII.
 *
 * @param entered rejected input of a submission without JavaScript; shown again with its error
 */
export function NewsletterForm({ entered }: { readonly entered?: NewsletterState['entered'] }) {
  const [state, setState] = useState<State>(
    entered ? { error: fieldErrors[entered.outcome] } : 'rest',
  );
  const hydrated = useHydrated();
  const { visit } = useVisit();
  const { mutateAsync: send } = useMutation({
    mutationFn: (request: () => Promise<SubscriptionOutcome | undefined>) => request(),
  });
  const field = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLParagraphElement>(null);
  const error = typeof state === 'object' ? state.error : undefined;

  const showError = (text: string) => {
    flushSync(() => setState('rest')); // An unchanged error would not be announced again.
    flushSync(() => setState({ error: text })); // The scrolling below needs the rendered element.
    field.current?.focus({ preventScroll: true });
    message.current?.scrollIntoView({ block: 'nearest' });
    field.current?.scrollIntoView({ block: 'nearest' });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || state === 'sending') return;
    input.value = trimAddress(input.value);
    if (input.value === '') return showError(fieldErrors.invalid);
    const mistake = findAddressError(input.value);
    if (mistake !== undefined) return showError(mistake);
    setState('sending');
    try {
      const { value: address } = input;
      showProgress({ kind: 'loading', ...newsletterToasts.sending });
      const outcome = await send(() => subscribe(address));
      if (outcome === undefined) throw new Error('The response of the newsletter is unknown');
      if (outcome !== 'accepted') {
        const description = subscriptionErrors[outcome]; // The message below the field stays visible.
        showProgress({ kind: 'error', ...newsletterToasts.rejected, description });
        return showError(description);
      }
      // A toast replaces the thank-you page if the visitor has moved to another page, or has just gone offline.
      const hasLeft = field.current === null;
      setState('rest');
      if (!hasLeft) showProgress(undefined);
      if (hasLeft || (await visit(formatThankYouUrl('newsletter'))))
        showProgress({ kind: 'success', ...newsletterToasts.accepted });
    } catch {
      showProgress(navigator.onLine ? { kind: 'error', ...newsletterToasts.failed } : undefined);
      if (!navigator.onLine) showNotice(offlineNotice);
      showError(connectionError);
    }
  };

  return (
    <form
      className={notPrinted}
      method="post"
      action={newsletterPath}
      noValidate={hydrated}
      onSubmit={submit}
    >
      <label htmlFor="newsletter-email" className={label}>
        Email address
      </label>
      <div className={row}>
        <input
          ref={field}
          id="newsletter-email"
          name="email"
          type="email"
          autoComplete="email"
          required
          placeholder="Enter your email"
          maxLength={maxAddressLength}
          defaultValue={entered?.email}
          // biome-ignore lint/a11y/noAutofocus: only in the response to the visitor's own form, for an error
          autoFocus={entered !== undefined}
          aria-describedby={error ? 'newsletter-error' : 'newsletter-note'}
          aria-invalid={error ? true : undefined}
          onChange={() => setState((before) => (before === 'sending' ? before : 'rest'))}
        />
        <button
          type="submit"
          className={cx(mainButton, sendingButton)}
          aria-disabled={state === 'sending'}
        >
          {state === 'sending' ? <Sending /> : 'Subscribe'}
        </button>
      </div>
      {/* The honeypot: only bots fill it in. It has a label, because text browsers show hidden elements. */}
      <label hidden>
        Leave this empty: <input name={honeypotField} autoComplete="off" />
      </label>
      <p id="newsletter-note" className={note} hidden={error !== undefined}>
        {consentText}
      </p>
      <p
        ref={message}
        id="newsletter-error"
        className={cx(note, errorNote)}
        role="alert"
        hidden={error === undefined}
      >
        {error === undefined ? null : (
          <>
            <Icon name="error" />
            {/* Page translators move text nodes into other elements. React can still remove the span. */}
            <span>{error}</span>
          </>
        )}
      </p>
    </form>
  );
}

/** The label of a button while its form is being sent: the mark, animated once, and the word. */
function Sending() {
  return (
    <>
      <svg viewBox={markLine.viewBox} aria-hidden="true">
        <defs>
          <path id="sending" d={markLine.path} pathLength={1000} />
        </defs>
        <use href="#sending" />
        <use href="#sending" />
      </svg>
      <span>Sending</span>
    </>
  );
}

const label = css`
  display: block;
  margin-bottom: 4px;
  font-weight: 600;
  font-size: var(--label);
`;

const row = css`
  display: flex;
  button {
    min-width: min(9.375rem, 100%); /* the same width while it is sending */
  }
  input {
    flex: 1;
    min-width: 0;
    min-height: 52px;
    padding: 2px 16px 0;
    border: 1.5px solid var(--control);
    border-radius: var(--radius);
    background: var(--card);
    &::placeholder {
      color: var(--muted);
      opacity: 1;
    }
    &[aria-invalid] {
      border: 2px solid var(--error);
      /* Without JavaScript the browser scrolls to the focused field. This leaves room for the message below the field:
         less in a low window, where the header would otherwise cover the field. */
      scroll-margin-bottom: clamp(0px, 100vh - 10rem, 12rem);
    }
    &:focus-visible {
      position: relative;
    }
  }
  ${tight} {
    flex-direction: column;
    gap: 12px;
  }
`;

const note = css`
  margin-top: 12px;
  font-size: var(--note);
  color: var(--muted);
`;

const errorNote = css`
  scroll-margin-bottom: 128px; /* above the toast with the same message */
  display: flex;
  gap: 8px;
  overflow-wrap: anywhere; /* for an address in the message, on a phone with text at 200 % */
  color: var(--error);
  font-weight: 500;
  svg {
    margin-top: 2px;
  }
`;

/** The server renders the button with this class, so the page has the rules before its form is sent. */
const sendingButton = css`
  svg {
    flex: none;
    width: 30px;
    overflow: visible;
    fill: none;
    stroke: currentColor;
    stroke-width: 11;
  }
  use:first-of-type {
    opacity: 0.3;
  }
  use:last-of-type {
    stroke-dasharray: 580 1000;
    @media (prefers-reduced-motion: no-preference) {
      animation: draw var(--draw-time) ease-out backwards;
    }
  }
`;
