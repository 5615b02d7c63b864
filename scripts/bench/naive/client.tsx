import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { WithNextEvent } from '#shared/events/next-event.ts';
import { NaiveApp } from './app.tsx';

declare global {
  /** Set by the server's inline script, as in React's documentation. */
  var nextEvent: WithNextEvent;
}

hydrateRoot(
  document,
  <BrowserRouter>
    <NaiveApp {...globalThis.nextEvent} />
  </BrowserRouter>,
);
