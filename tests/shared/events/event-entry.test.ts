import { expect, test } from 'vitest';
import { readEvents } from '#shared/events/event-entry.ts';
import { makeEntry, makeEvent } from '../../helpers/make-event.ts';

const read = (given: Parameters<typeof makeEntry>[0]) => readEvents([makeEntry(given)])[0];

test('local times and a zone become instants with the offset of that day', () => {
  expect(readEvents([makeEntry()])).toEqual([makeEvent()]);
  expect(read({ start: '2026-01-22 18:30', end: '2026-01-22 21:00' })).toMatchObject({
    startAt: '2026-01-22T18:30:00+01:00',
    endAt: '2026-01-22T21:00:00+01:00',
  });
  expect(read({ timezone: 'Asia/Kolkata' })).toMatchObject({
    startAt: '2025-10-16T18:30:00+05:30',
  });
});

test('an entry whose times cannot be read breaks no other', () => {
  const wrong = [
    makeEntry({ timezone: 'Europe/Belin' }),
    makeEntry({ start: '2026-03-29 02:30' }),
    makeEntry({ moved: [{ on: '2025-09-10', end: 'later' }] }),
  ];
  expect(readEvents([...wrong, makeEntry()])).toEqual([makeEvent()]);
});
