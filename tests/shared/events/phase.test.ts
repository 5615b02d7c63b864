import { expect, test } from 'vitest';
import { findNextChange, getLastChange, listVisible } from '#shared/events/changes.ts';
import type { Event } from '#shared/events/event.ts';
import { arrangeEvents, getPhase } from '#shared/events/phase.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';

const arrangeVisible = (events: readonly Event[], moment: number) =>
  arrangeEvents(listVisible(events, moment), moment);
const at = (text: string) => Date.parse(text);
const make = (slug: string, startAt: string, endAt: string, given: Partial<Event> = {}) =>
  makeEvent({ slug, startAt, endAt, ...given });
const cancelled = { kind: 'cancelled', reason: 'The hall is under water.' } as const;

const circle = make('circle', '2025-10-16T18:30:00+02:00', '2025-10-16T21:00:00+02:00');
const bootcamp = make('bootcamp', '2025-11-12T14:00:00+01:00', '2025-11-12T17:00:00+01:00');
/** Starts with the bootcamp and ends after it. */
const fair = make('fair', '2025-11-12T14:00:00+01:00', '2025-11-14T17:00:00+01:00');
const inIndia = { timezone: 'Asia/Kolkata', status: cancelled };
const dinner = make('dinner', '2025-12-04T19:00:00+05:30', '2025-12-04T23:00:00+05:30', inIndia);
const programme = [dinner, fair, circle, bootcamp];

test('a cancelled event is listed as upcoming until its day is over in its place', () => {
  const midnight = at('2025-12-05T00:00:00+05:30');
  for (const event of [dinner, { ...dinner, endAt: '2025-12-05T00:00:00+05:30' }]) {
    expect(listVisible([event], 0)).toEqual([event]);
    expect(arrangeVisible([event], midnight - 1)).toEqual({ current: [event], past: [] });
    expect(arrangeVisible([event], midnight)).toEqual({ current: [], past: [] });
  }
});

test('upcoming events are sorted by start, past events with the latest first', () => {
  const arrange = (moment: string) => arrangeVisible(programme, at(moment));
  const all = [circle, fair, bootcamp, dinner];
  expect(arrange('2025-10-01T00:00:00Z')).toEqual({ current: all, past: [] });
  const during = { current: [fair, dinner], past: [bootcamp, circle] };
  expect(arrange('2025-11-13T00:00:00Z')).toEqual(during);
  const after = { current: [], past: [fair, bootcamp, circle] };
  expect(arrange('2026-01-01T00:00:00Z')).toEqual(after);
});

test('the list changes at every start and end, and at the midnight after a cancelled event', () => {
  const found: number[] = [];
  for (let next = findNextChange(programme, 0); next !== undefined; ) {
    found.push(next);
    next = findNextChange(programme, next);
  }
  const ends = [circle, bootcamp].flatMap(({ startAt, endAt }) => [startAt, endAt]);
  expect(found).toEqual([...ends, fair.endAt, '2025-12-05T00:00:00+05:30'].map(at));
  for (const [place, change] of found.entries()) {
    expect(getLastChange(programme, change - 1)).toBe(found[place - 1] ?? 0);
    expect(getLastChange(programme, change)).toBe(change);
  }
  expect(getLastChange([], at('2026-01-01T00:00:00Z'))).toBe(0);
});

test('the list stays the same from one change to the next', () => {
  for (let moment = at('2025-10-16T00:00:00Z'); moment < at('2025-12-06T00:00:00Z'); ) {
    const last = getLastChange(programme, moment);
    expect(arrangeVisible(programme, last)).toEqual(arrangeVisible(programme, moment));
    for (const event of programme.filter(({ status }) => status.kind !== 'cancelled')) {
      expect(getPhase(event, last)).toBe(getPhase(event, moment));
    }
    moment += 97 * 60_000;
  }
});
