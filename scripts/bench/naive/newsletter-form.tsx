/** @jsxImportSource react */
import { type FormEvent, useState } from 'react';
import { consentText } from '#shared/content/newsletter.ts';

type State = 'rest' | 'sending' | 'done' | 'failed';

export function NewsletterForm() {
  const [state, setState] = useState<State>('rest');
  const [email, setEmail] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('sending');
    try {
      const body = new URLSearchParams({ email });
      const { ok } = await fetch('/newsletter', { method: 'POST', body });
      setState(ok ? 'done' : 'failed');
    } catch {
      setState('failed');
    }
  };

  return (
    <form method="post" action="/newsletter" onSubmit={submit}>
      <label htmlFor="newsletter-email">Email address</label>
      <div className="newsletter-row">
        <input
          id="newsletter-email"
          name="email"
          type="email"
          autoComplete="email"
          required
          placeholder="Enter your email"
          maxLength={254}
          aria-describedby="newsletter-note"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <button type="submit" className="button" disabled={state === 'sending'}>
          Subscribe
        </button>
      </div>
      <p id="newsletter-note">{consentText}</p>
      {state === 'done' ? <p role="status">Thank you. Please confirm by email.</p> : null}
      {state === 'failed' ? <p role="alert">Your address could not be sent. Try again.</p> : null}
    </form>
  );
}
