import { afterEach, expect, test } from 'vitest';
import { askPort, withServer } from '../../helpers/ask.ts';
import { makeSampleSite } from '../../helpers/sample-site.ts';

/* Only `URLSearchParams` parses a query, so its calls show how often. */

const Original = globalThis.URLSearchParams;

afterEach(() => {
  globalThis.URLSearchParams = Original;
});

/** How often the query of each address is parsed, requested one after the other. */
async function countParses(cachesPages: boolean, paths: readonly string[]) {
  const { listener } = makeSampleSite({ cachesPages });
  return withServer(listener, async (port) => {
    const counts: number[] = [];
    for (const path of paths) {
      let count = 0;
      globalThis.URLSearchParams = class extends Original {
        constructor(init?: ConstructorParameters<typeof Original>[0]) {
          super(init);
          if (typeof init === 'string' && init.includes('month=')) count += 1;
        }
      };
      const { status } = await askPort(port, { path });
      expect(status).toBe(200);
      counts.push(count);
    }
    return counts;
  });
}

const details = '/events?month=october&city=berlin&utm_source=x&event=circle-in-berlin';

test.each([true, false])(
  'route, cache key, head, structured data and page share one parse of the query (cache: %s)',
  async (cachesPages) => {
    expect(await countParses(cachesPages, [details, '/events?month=november'])).toEqual([1, 1]);
  },
);

test('an address that is itself a key of the cache is not parsed at all', async () => {
  const path = '/events?month=october';
  expect(await countParses(true, [path, path])).toEqual([1, 0]);
});

test('a calendar and its cache key share one parse', async () => {
  expect(await countParses(true, ['/events.ics?utm_source=x&month=october'])).toEqual([1]);
});
