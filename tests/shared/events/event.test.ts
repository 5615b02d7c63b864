import { expect, test } from 'vitest';
import { formatPlace } from '#shared/events/event.ts';
import { makeEvent } from '../../helpers/make-event.ts';

test('an event in a city is in its country too', () => {
  expect(formatPlace(makeEvent({ city: 'Berlin', country: 'Germany' }))).toBe('Berlin, Germany');
});

test('an event without a place has no comma after Online', () => {
  expect(formatPlace(makeEvent({ city: 'Online', country: '' }))).toBe('Online');
});
