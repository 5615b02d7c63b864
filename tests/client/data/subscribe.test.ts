import { expect, test, vi } from 'vitest';
import { subscribe } from '#client/data/subscribe.ts';

/** A network that gives this response to every request. */
function makeNetwork(makeResponse: () => Response) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    options.signal?.throwIfAborted();
    requests.push(new Request(new URL(path, 'https://any.example'), options));
    return makeResponse();
  });
  return requests;
}

const respond = (outcome: string, status: number) => () => Response.json({ outcome }, { status });

test('the address goes to /newsletter as a form, and JSON is asked for', async () => {
  const requests = makeNetwork(respond('accepted', 200));
  expect(await subscribe('a+b@example.org')).toBe('accepted');
  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('https://any.example/newsletter');
  expect(request?.headers.get('accept')).toBe('application/json');
  expect(await request?.text()).toBe('email=a%2Bb%40example.org');
});

test('a request that stalls is sent again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  makeNetwork(respond('accepted', 200));
  expect(await subscribe('me@example.org')).toBe('accepted');
  expect(AbortSignal.timeout).toHaveBeenCalledTimes(2);
});

test.each([
  [429, 'limited'],
  [500, 'unavailable'],
  [502, 'unavailable'],
])('a %i without JSON, of the limit in front or a proxy, is %s', async (status, outcome) => {
  const requests = makeNetwork(() => new Response('<h1>No</h1>', { status }));
  expect(await subscribe('me@example.org')).toBe(outcome);
  expect(requests).toHaveLength(1);
});

test.each([
  ['a page', () => new Response('<h1>Welcome</h1>')],
  ['an outcome nobody knows', respond('constructor', 200)],
  ['a list', () => Response.json(['accepted'])],
  ['null', () => Response.json(null)],
])('%s in place of a response is an error and not a subscription', async (_what, strange) => {
  const requests = makeNetwork(strange);
  await expect(subscribe('me@example.org')).rejects.toThrow('unknown');
  expect(requests).toHaveLength(1);
});
