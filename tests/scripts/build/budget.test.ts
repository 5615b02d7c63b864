import { expect, test } from 'vitest';
import { describeExcess } from '#scripts/build/budget.ts';
import { makeEvent } from '../../helpers/make-event.ts';

test('an event whose page is too heavy is named for an editor, by how much, and what to do', () => {
  const weights = Object.entries({ '/events?event=a-gathering': 109, '/blog': 100, '/about': 101 });
  expect(describeExcess(['HTML', weights, 100], [makeEvent()])).toEqual([
    'shared/content/events.ts, “A Gathering”: its page has 109 bytes as sent, 9 too many: shorten its description.',
    'Over the budget of scripts/build/budget.ts: HTML: /about has 101 bytes, 1 too many',
  ]);
});
