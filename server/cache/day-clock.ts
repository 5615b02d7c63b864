import { getDay } from '#shared/format.ts';

const minute = 60_000; // milliseconds

/**
 * The organisation's day, for every request: it is worked out anew only when the minute has changed,
 * since midnight is the beginning of a minute in every time zone.
 */
export function createDayClock(now: () => Date): () => string {
  let day = '';
  let until = Number.NaN;
  return () => {
    const time = now();
    const milliseconds = time.getTime();
    if (!(milliseconds < until && milliseconds >= until - minute)) {
      day = getDay(time);
      until = (Math.floor(milliseconds / minute) + 1) * minute;
    }
    return day;
  };
}
