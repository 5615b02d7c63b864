import { minute } from '#shared/durations.ts';
import { getDay } from '#shared/format.ts';

/**
 * The organisation's current day, for every request. It is computed only when the minute has changed:
 * in every time zone midnight is the start of a minute.
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
