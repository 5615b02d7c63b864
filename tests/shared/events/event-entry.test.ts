import { expect, test } from 'vitest';
import { readEvents } from '#shared/events/event-entry.ts';
import { site } from '#shared/site.ts';
import { makeEntry, makeEvent } from '../../helpers/content/make-event.ts';

test('local times and a zone become instants; an entry with invalid times does not break other entries', () => {
  const wrong = [
    makeEntry({ timezone: 'Europe/Belin' }),
    makeEntry({ start: '2026-03-29 02:30' }),
    makeEntry({ moved: [{ on: '2025-09-10', end: 'later' }] }),
  ];
  const found = readEvents([...wrong, makeEntry(), makeEntry({ timezone: 'Asia/Kolkata' })]);
  const { timezone } = makeEvent();
  // Only an event in another zone than the network's has the field `zone`.
  const toZone = (itsZone: string, zone: string) => (itsZone === site.timezone ? {} : { zone });
  const inIndia = { timezone: 'Asia/Kolkata', startAt: '2025-10-16T18:30:00+05:30' };
  expect(found).toEqual([
    { ...makeEvent(), ...toZone(timezone, 'Central European Summer Time') },
    {
      ...makeEvent(),
      ...inIndia,
      endAt: '2025-10-16T21:00:00+05:30',
      ...toZone(inIndia.timezone, 'India Standard Time'),
    },
  ]);
});
