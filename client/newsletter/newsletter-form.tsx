import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { connectionError, consentText, fieldErrors } from '#shared/content/newsletter.ts';
import { newsletterToasts } from '#shared/content/newsletter-responses.ts';
import { maxAddressLength, trimAddress } from '#shared/newsletter/email-address.ts';
import { honeypotField, newsletterPath } from '#shared/newsletter/form.ts';
import type { NewsletterState, SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import { formatThankYouUrl } from '#shared/thank-you.ts';
import { mainButton } from '../components/button.tsx';
import { useHydrated } from '../hydrated.ts';
import { Icon } from '../icons/icon.tsx';
import { followPromise, showNotice, showToast } from '../notifications/notifications.ts';
import { offlineNotice } from '../notifications/watch-connection.ts';
import { css, cx } from '../styles/css.ts';
import { screenOnly, tight } from '../styles/grid.ts';
import { useVisit } from '../visit.ts';
import { Sending } from './sending.tsx';
import {
  createSubmissionKey,
  errorTexts,
  findAddressError,
  subscribe,
  toastTexts,
} from './subscribe.ts';

type State = 'rest' | 'sending' | { readonly error: string };

/**
 * The newsletter form. It posts without JavaScript. With it the same request goes through the data client, and the
 * outcome appears below the field and as a toast, or as the thank-you page. Then our code validates and the browser does not: it
 * refuses an address that was pasted with an invisible blank, and has no words for one that is not ASCII.
 *
 * @param entered rejected input that was sent without JavaScript: shown again with its error
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
  /** The last submission, while its response is unknown. */
  const submission = useRef<{ readonly address: string; readonly key: string }>(undefined);
  const error = typeof state === 'object' ? state.error : undefined;

  const showError = (text: string) => {
    flushSync(() => setState('rest')); // The same error is drawn anew, so that it is announced again.
    flushSync(() => setState({ error: text })); // Only an element that is drawn can be scrolled into view.
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
    if (!navigator.onLine) {
      showNotice(offlineNotice);
      return showError(connectionError);
    }
    setState('sending');
    try {
      const { value: address } = input;
      // A corrected address is another submission.
      if (submission.current?.address !== address) {
        submission.current = { address, key: createSubmissionKey() };
      }
      const { key } = submission.current;
      const request = send(() => subscribe(address, key)).then((outcome) => {
        if (outcome === undefined) throw new Error('The response of the newsletter is unknown');
        // A visitor who is on another page by now stays there, and has the toast instead of the thank-you page.
        return { outcome, isThanked: outcome === 'accepted' && field.current !== null };
      });
      followPromise(request, toastTexts);
      const { outcome, isThanked } = await request;
      submission.current = undefined;
      if (outcome !== 'accepted') return showError(errorTexts[outcome]);
      setState('rest');
      if (isThanked && (await visit(formatThankYouUrl('newsletter'))))
        showToast('success', newsletterToasts.accepted); // It has just gone offline.
    } catch {
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
          // biome-ignore lint/a11y/noAutofocus: the response to the visitor's own form, which has an error
          autoFocus={entered !== undefined}
          aria-describedby={error ? 'newsletter-error' : 'newsletter-note'}
          aria-invalid={error ? true : undefined}
          onChange={() => setState((before) => (before === 'sending' ? before : 'rest'))}
        />
        <button type="submit" className={mainButton} aria-disabled={state === 'sending'}>
          {state === 'sending' ? <Sending /> : 'Subscribe'}
        </button>
      </div>
      {/* The honeypot: only programs fill it in. Text browsers show what is hidden. */}
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
            {/* A translator of pages moves texts into elements of its own; React can still remove this element. */}
            <span>{error}</span>
          </>
        )}
      </p>
    </form>
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
    min-width: min(9.375rem, 100%); /* while it sends too */
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
      /* Without JavaScript the browser scrolls to the focused field: this leaves room for the message below it.
         In a low window less, or the field would be under the header. */
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
  overflow-wrap: anywhere; /* an address in it, on a phone with text at 200 % */
  color: var(--error);
  font-weight: 500;
  svg {
    margin-top: 2px;
  }
`;

const notPrinted = css`
  ${screenOnly};
`;
