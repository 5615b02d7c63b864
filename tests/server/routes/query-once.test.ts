import { afterEach, expect, test } from 'vitest';
import { askPort } from '../../helpers/ask.ts';
import { makeSampleSite } from '../../helpers/sample-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

/* Only `URLSearchParams` parses a query, so its calls show how often. */

const Original = globalThis.URLSearchParams;

afterEach(() => {
  globalThis.URLSearchParams = Original;
});

const details = '/events?month=october&city=berlin&utm_source=x&event=circle-in-berlin';
const calendar = '/events.ics?utm_source=x&month=october';
const known = '/events?month=october';

test.each([
  // Route, cache key, head, structured data and page share one parse.
  [true, [details, '/events?month=november', calendar], [1, 1, 1]],
  [false, [details, '/events?month=november'], [1, 1]],
  // An address that is itself a key of the cache is not parsed at all.
  [true, [known, known], [1, 0]],
])('a query is parsed once a request (cache: %s, %j)', async (cachesPages, paths, expected) => {
  const port = await serve(makeSampleSite({ cachesPages }).listener);
  const counts: number[] = [];
  for (const path of paths) {
    let count = 0;
    globalThis.URLSearchParams = class extends Original {
      constructor(init?: ConstructorParameters<typeof Original>[0]) {
        super(init);
        if (typeof init === 'string' && init.includes('month=')) count += 1;
      }
    };
    expect((await askPort(port, { path })).status).toBe(200);
    counts.push(count);
  }
  expect(counts).toEqual(expected);
});
