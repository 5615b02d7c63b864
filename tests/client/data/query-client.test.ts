import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserQueryClient } from '#client/data/query-client.ts';
import { site } from '#shared/site.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => onlineManager.setOnline(true));

function createClient() {
  const page = { pageId: 'home', version: '', validFrom: 0 } as const;
  return createBrowserQueryClient({ page, site, socialImages: undefined });
}

/** A request that always fails and records when it was made. */
function makeFailingRequest() {
  const startedAt = Date.now();
  const times: number[] = [];
  const send = () => {
    times.push(Date.now() - startedAt);
    return Promise.reject(new Error('no connection'));
  };
  return { times, send };
}

test('a failed request is repeated three times, after 1, 2 and 4 seconds; the delay is at most 30 seconds', async () => {
  const client = createClient();
  const [query, mutation] = [makeFailingRequest(), makeFailingRequest()];
  const long = makeFailingRequest();
  onlineManager.setOnline(false);
  const outcomes = Promise.allSettled([
    client.fetchQuery({ queryKey: [1], queryFn: query.send }),
    client.getMutationCache().build(client, { mutationFn: mutation.send }).execute(undefined),
    client.fetchQuery({ queryKey: [2], queryFn: long.send, retry: 8 }),
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(query.times).toEqual([0, 1000, 3000, 7000]);
  expect(mutation.times).toEqual(query.times);
  const delays = long.times.map((time, attempt) => time - (long.times[attempt - 1] ?? 0)).slice(1);
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
});

test('unused data are removed from the cache after five minutes, not earlier', async () => {
  const client = createClient();
  await client.fetchQuery({ queryKey: ['news'], queryFn: () => 'something' });
  await vi.advanceTimersByTimeAsync(299_999);
  expect(client.getQueryData(['news'])).toBe('something');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['news'])).toBeUndefined();
});
