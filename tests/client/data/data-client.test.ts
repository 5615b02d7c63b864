import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataClient, getDataClient } from '#client/data/data-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

type DataClient = ReturnType<typeof createDataClient>;
type Send = () => Promise<never>;

/** A request that never succeeds and remembers when it was made. */
function makeFailingRequest() {
  const startedAt = Date.now();
  const times: number[] = [];
  const send = () => {
    times.push(Date.now() - startedAt);
    return Promise.reject(new Error('no connection'));
  };
  return { times, send };
}

test.each([
  [
    'query',
    (client: DataClient, send: Send) => client.fetchQuery({ queryKey: [1], queryFn: send }),
  ],
  [
    'mutation',
    (client: DataClient, send: Send) =>
      client.getMutationCache().build(client, { mutationFn: send }).execute(undefined),
  ],
] as const)(
  'a %s that fails is tried three times more, after 1, 2 and 4 seconds',
  async (_kind, act) => {
    const { times, send } = makeFailingRequest();
    const outcome = act(createDataClient(), send).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(times).toEqual([0, 1000, 3000, 7000]);
    expect(await outcome).toEqual(new Error('no connection'));
  },
);

test('however often it is tried, no two attempts are more than 30 seconds apart', async () => {
  const { times, send } = makeFailingRequest();
  const outcome = createDataClient()
    .fetchQuery({ queryKey: ['news'], queryFn: send, retry: 8 })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600_000);
  const delays = times.map((time, attempt) => time - (times[attempt - 1] ?? 0)).slice(1);
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  await outcome;
});

test('unused data is removed from the cache after five minutes and not sooner', async () => {
  const client = createDataClient();
  await client.fetchQuery({ queryKey: ['news'], queryFn: () => 'something' });
  await vi.advanceTimersByTimeAsync(299_999);
  expect(client.getQueryData(['news'])).toBe('something');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['news'])).toBeUndefined();
});

test('the page has one data client', () => {
  expect(getDataClient()).toBe(getDataClient());
});
