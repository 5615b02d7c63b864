import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventCard } from '#client/pages/events/event-card.tsx';
import { makeEvent } from '../../../helpers/content/make-event.ts';

test('a card depends on no query and no address, so another selection does not render it again; without tags it has no list', () => {
  const event = makeEvent();
  const year = event.startAt.slice(0, 4);
  const props = { event, index: 1, year, now: Date.parse(event.startAt) };
  // Without a provider: a hook of the query client or of the router would throw.
  expect(renderToStaticMarkup(createElement(EventCard, props))).toContain(event.title);
  // An empty list would be announced.
  const plain = { ...props, event: makeEvent({ tags: [] }) };
  expect(renderToStaticMarkup(createElement(EventCard, plain))).not.toContain('<ul');
});
