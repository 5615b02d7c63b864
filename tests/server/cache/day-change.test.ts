import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDayClock } from '#server/cache/day-clock.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { countRenders } from '../../helpers/count-renders.ts';

describe('the day that “Last updated” names', () => {
  test.each([
    ['in winter', '2026-11-20T22:59:59.999Z', '2026-11-20T23:00:00Z'],
    ['in summer', '2026-07-01T21:59:59.999Z', '2026-07-01T22:00:00Z'],
    ['on the day summer time begins', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'],
    ['on the day summer time ends', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
  ])('changes at midnight in Berlin, %s, in cached pages too', async (_name, before, after) => {
    let time = new Date(before);
    const now = () => time;
    const { renders, findPage } = countRenders();
    await withServer(makeCachedSite({ now, findPage }, { now }).listener, async (port) => {
      const read = async () => (await askPort(port, { path: '/privacy' })).body.toString();
      const evening = await read();
      expect(await read()).toBe(evening);
      time = new Date(after);
      const morning = await read();
      expect(morning).not.toBe(evening);
      expect(await read()).toBe(morning);
      expect(renders.get('privacy')).toBe(2);
      time = new Date(before); // The clock is set back.
      expect(await read()).toBe(evening);
    });
  });

  test('is right at every minute of days with 23, 24 and 25 hours, whichever way the clock is set', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });
    const minute = 60_000;
    for (const day of ['2027-03-27', '2026-11-20', '2026-10-24']) {
      let time = new Date(`${day}T20:00:00Z`).getTime();
      const getDay = createDayClock(() => new Date(time));
      for (let count = 0; count < 30 * 60; count += 1) {
        time += count % 7 === 0 ? -1 : minute + (count % 3) - 1;
        expect([time, getDay()]).toEqual([time, format.format(time)]);
      }
      const jumps = fc.integer({ min: -100_000_000, max: 100_000_000 });
      for (const jump of fc.sample(jumps, { seed: 1, numRuns: 500 })) {
        time += jump;
        expect([time, getDay()]).toEqual([time, format.format(time)]);
      }
    }
  });
});
