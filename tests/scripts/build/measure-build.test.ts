import { expect, test } from 'vitest';
import { describeExcess } from '#scripts/build/measure-build.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';

test('the warning of a size above its limit says by how much, and names the entry of an event', () => {
  const sizes = Object.entries({ '/events?event=a-gathering': 109, '/blog': 100, '/about': 101 });
  expect(describeExcess({ title: 'HTML', sizes, max: 100 }, [makeEvent()])).toEqual([
    'shared/content/events.ts, “A Gathering”: its page has 109 bytes, 9 more than scripts/build/budget.ts allows: shorten its description if you can.',
    'HTML: /about has 101 bytes, 1 more than scripts/build/budget.ts allows.',
  ]);
});
