import { expect, test } from 'vitest';
import { limitCaching } from '#server/middleware/cache-control.ts';

const hour = 3_600; // seconds

test.each([
  ['public, max-age=86400', 3 * hour, 'public, max-age=10800'],
  ['public, max-age=86400', 30 * hour, 'public, max-age=86400'],
  ['public, max-age=86400', 0, 'public, max-age=0'],
  [
    's-maxage=300, stale-while-revalidate=86400',
    2 * hour,
    's-maxage=300, stale-while-revalidate=6900',
  ],
  // Each directive ends before the change.
  [
    'max-age=3600, s-maxage=60, stale-while-revalidate=9',
    hour,
    'max-age=3600, s-maxage=60, stale-while-revalidate=0',
  ],
  ['max-age=0, stale-if-error=86400', hour, 'max-age=0, stale-if-error=86400'],
])('%s, %i s before the next change, is %s', (cacheControl, remaining, limited) => {
  expect(limitCaching(cacheControl, remaining)).toBe(limited);
});
