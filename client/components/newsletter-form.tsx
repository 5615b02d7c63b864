import { css } from '@emotion/react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import { useHydrated } from '../hydrated.ts';
import { followPromise, type PromiseTexts } from '../notifications/notifications.ts';
import { tight } from '../styles/layout.ts';
import { mainButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Sending } from './sending.tsx';

type State = 'rest' | 'sending' | 'done' | { readonly error: string };

/** What the toast says; the message under the field says it too, and stays. */
const toastTexts: PromiseTexts<SubscriptionOutcome> = {
  loading: { title: 'Sending', description: 'This takes a moment.' },
  done: (outcome) =>
    outcome === 'accepted'
      ? { kind: 'success', title: 'Subscribed', description: 'Please check your email.' }
      : { kind: 'error', title: 'Not subscribed', description: errorTexts[outcome] },
  failed: () => ({ title: 'Not sent', description: 'Check your connection and try again.' }),
};

const errorTexts: Readonly<Record<Exclude<SubscriptionOutcome, 'accepted'>, string>> = {
  invalid: 'Enter a full email address, such as name@example.com.',
  'not-open': 'The newsletter is not open yet. Your address was not stored.',
};

/**
 * The newsletter box: a plain form that posts without JavaScript. With it the same request goes
 * through the data client, and the answer appears under the field and as a toast.
 *
 * @param id unique on the page; begins the ids of the field and its texts
 */
export function NewsletterForm({ id }: { readonly id: string }) {
  const [state, setState] = useState<State>('rest');
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const error = typeof state === 'object' ? state.error : undefined;

  const refuse = (text: string) => {
    setState({ error: text });
    field.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || state === 'sending') return;
    if (!input.validity.valid) return refuse(errorTexts.invalid);
    setState('sending');
    const { subscribe } = await import('../data/subscribe.ts');
    const answer = subscribe(input.value);
    followPromise(answer, toastTexts);
    try {
      const outcome = await answer;
      if (outcome !== 'accepted') return refuse(errorTexts[outcome]);
      setState('done');
      navigate('/thank-you?type=newsletter');
    } catch {
      refuse('Your address could not be sent. Check your connection and try again.');
    }
  };

  return (
    <form method="post" action="/newsletter" css={form} noValidate={hydrated} onSubmit={submit}>
      <label htmlFor={`${id}-email`} css={label}>
        Email address
      </label>
      <div css={row}>
        <input
          ref={field}
          css={input}
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          required
          placeholder="Enter your email"
          aria-describedby={error ? `${id}-error` : `${id}-note`}
          aria-invalid={error ? true : undefined}
          onChange={() => setState('rest')}
        />
        <button type="submit" css={[mainButton, button]} aria-disabled={state === 'sending'}>
          {state === 'sending' ? <Sending /> : 'Subscribe'}
        </button>
      </div>
      <p id={`${id}-note`} css={note} hidden={error !== undefined}>
        We respect your privacy. Unsubscribe at any time.
      </p>
      <p id={`${id}-error`} css={[note, failure]} role="alert" hidden={error === undefined}>
        {error === undefined ? null : (
          <>
            <Icon name="error" />
            {error}
          </>
        )}
      </p>
    </form>
  );
}

const form = css`
  width: 100%;
`;

const label = css`
  display: block;
  margin-bottom: 4px;
  font-weight: 600;
  font-size: var(--label);
`;

const row = css`
  display: flex;
  ${tight} {
    flex-direction: column;
    gap: 12px;
  }
`;

const input = css`
  flex: 1;
  min-width: 0;
  min-height: 52px;
  padding: 2px 16px 0;
  border: 1.5px solid var(--control);
  border-radius: var(--radius);
  background: var(--card);
  color: var(--text);
  &::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  &[aria-invalid] {
    border: 2px solid var(--error);
  }
  &:focus-visible {
    position: relative;
  }
`;

const button = css`
  min-width: 132px;
`;

const note = css`
  margin-top: 12px;
  font-size: var(--note);
  color: var(--muted);
`;

const failure = css`
  display: flex;
  gap: 8px;
  color: var(--error);
  font-weight: 500;
  svg {
    margin-top: 2px;
  }
`;
