import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pageQuery } from '#client/data/page-query.ts';
import { createBrowserQueryClient } from '#client/data/query-client.ts';
import type { AddressState } from '#shared/page-data.ts';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';

const [minute, hour] = [60_000, 3_600_000];
const [day, year] = [24 * hour, 365 * 24 * hour];
/** When the event starts, in milliseconds: the first change of its programme. */
let start = Date.parse('1980-06-01T18:00:00Z');
const lasts = 3 * hour;

beforeEach(() => {
  start += 5 * year; // The module remembers the latest time of a response.
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
});
afterEach(() => environmentManager.setIsServer(() => true));

interface Clocks {
  /** The server's time. */
  readonly at: number;
  /** Milliseconds that the visitor's clock is ahead of the server's. */
  readonly ahead?: number;
  /** When the server made the document. */
  readonly document?: number;
}

/** The page of the events, open in a browser. Both clocks go on with the fake timers. */
function openEvents({ at, ahead = 0, document = at }: Clocks) {
  const changes = [start, start + lasts];
  const respond = (now: number, search?: string): AddressState => {
    const next = changes.find((time) => time > now);
    return {
      ...{ pageId: 'events', version: '', validFrom: changes.findLast((time) => time <= now) ?? 0 },
      ...(search && { search }),
      ...(next && { nextChange: next }),
    };
  };
  const requests: string[] = [];
  vi.stubGlobal('location', { origin: '' });
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    return Response.json(respond(Date.now() - ahead, /\?.*/.exec(address)?.[0]));
  });
  vi.setSystemTime(at + ahead);
  const client = createBrowserQueryClient({
    page: respond(document),
    site,
    socialImages: undefined,
  });
  client.mount();
  const query = (search = '') => pageQuery(client, getPageById('events'), search);
  const show = () => new QueryObserver(client, query()).subscribe(() => {});
  onTestFinished(() => {
    client.unmount();
    client.clear();
  });
  const isShown = () => client.getQueryData(query().queryKey)?.validFrom;
  return { client, query, requests, show, isShown };
}

test('the data are fetched at the next change, also if it is later than the longest timer', async () => {
  const { requests, show, isShown } = openEvents({ at: start - 40 * day });
  onTestFinished(show());
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(40 * day - 101);
  expect(requests).toHaveLength(1); // after 2^31 ms, 25 days
  expect(isShown()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(isShown()).toBe(start);
  await vi.advanceTimersByTimeAsync(lasts);
  expect(isShown()).toBe(start + lasts);
  await vi.advanceTimersByTimeAsync(year);
  focusManager.onFocus();
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(3); // After the last change nothing is fetched.
});

test('an outdated copy of the document, as from a cache, is fetched again at once', async () => {
  const { requests, show, isShown } = openEvents({ at: start + lasts, document: start - hour });
  onTestFinished(show());
  await vi.advanceTimersByTimeAsync(1);
  expect(isShown()).toBe(start + lasts);
  expect(requests).toEqual(['/page-data/events']);
});

test('where the visitor’s clock is a year behind, data are fetched when the page comes back', async () => {
  const { requests, show, isShown } = openEvents({ at: start - hour, ahead: -year });
  onTestFinished(show());
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(requests).toEqual([]);
  focusManager.onFocus();
  await vi.advanceTimersByTimeAsync(1);
  expect(isShown()).toBe(start);
});

test('where the visitor’s clock is a year behind, a list is as new as the details that have closed', async () => {
  const { client, query, requests, show, isShown } = openEvents({ at: start - hour, ahead: -year });
  const hide = show();
  await vi.advanceTimersByTimeAsync(2 * hour);
  hide();
  await client.fetchQuery(query('?event=any'));
  onTestFinished(show());
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toEqual(['/page-data/events?event=any', '/page-data/events']);
  expect(isShown()).toBe(start);
});

test('a server whose clock is a year behind gets a request a minute until its event begins', async () => {
  const { requests, show, isShown } = openEvents({ at: start - hour, ahead: year });
  onTestFinished(show());
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(1); // The copy may be old.
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(requests).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(hour);
  expect(isShown()).toBe(start);
});
