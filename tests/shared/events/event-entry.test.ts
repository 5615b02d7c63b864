import { expect, test } from 'vitest';
import { readEvents } from '#shared/events/event-entry.ts';
import { makeEntry, makeEvent } from '../../helpers/content/make-event.ts';

test('local times and a zone become instants; an entry with invalid times does not break other entries', () => {
  const wrong = [
    makeEntry({ timezone: 'Europe/Belin' }),
    makeEntry({ start: '2026-03-29 02:30' }),
    makeEntry({ moved: [{ on: '2025-09-10', end: 'later' }] }),
  ];
  const found = readEvents([...wrong, makeEntry(), makeEntry({ timezone: 'Asia/Kolkata' })]);
  const zone = 'India Standard Time'; // Only an event in another zone than the network's has this field.
  const inIndia = expect.objectContaining({ startAt: '2025-10-16T18:30:00+05:30', zone });
  expect(found).toEqual([makeEvent(), inIndia]);
});
