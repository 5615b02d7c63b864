import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribe } from '#client/data/subscribe.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A network that gives these answers one after the other, the last one for ever. */
function makeNetwork(...answers: (() => Response)[]) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    requests.push(new Request(new URL(path, 'https://any.example'), options));
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (!answer) throw new Error('No answer given');
    return answer();
  });
  return requests;
}

const answer =
  (outcome: string, status = 200) =>
  () =>
    Response.json({ outcome }, { status });
const failToConnect = () => {
  throw new TypeError('Failed to fetch');
};

test('the address goes to /newsletter as a form, and JSON is asked for', async () => {
  const requests = makeNetwork(answer('accepted'));
  expect(await subscribe('a+b@example.org')).toBe('accepted');
  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('https://any.example/newsletter');
  expect(request?.headers.get('accept')).toBe('application/json');
  expect(await request?.text()).toBe('email=a%2Bb%40example.org');
});

test.each([
  ['invalid', 422],
  ['not-open', 503],
] as const)('the answer %s with status %s is final', async (outcome, status) => {
  const requests = makeNetwork(answer(outcome, status));
  expect(await subscribe('me@example.org')).toBe(outcome);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(1);
});

test('a lost connection is tried again until there is an answer', async () => {
  const requests = makeNetwork(failToConnect, failToConnect, answer('accepted'));
  const outcome = subscribe('me@example.org');
  await vi.advanceTimersByTimeAsync(3000);
  expect(await outcome).toBe('accepted');
  expect(requests).toHaveLength(3);
});

test('a connection that stays lost is given up after the fourth attempt', async () => {
  const requests = makeNetwork(failToConnect);
  const outcome = subscribe('me@example.org').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await outcome).toEqual(new TypeError('Failed to fetch'));
  expect(requests).toHaveLength(4);
});

test.each([
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an outcome nobody knows', answer('perhaps')],
  ['nothing', () => new Response(null, { status: 204 })],
])('%s in place of an answer is an error and not a subscription', async (_what, strange) => {
  const requests = makeNetwork(strange);
  await expect(subscribe('me@example.org')).rejects.toThrow('unknown');
  expect(requests).toHaveLength(1);
});
