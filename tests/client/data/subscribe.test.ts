import { expect, test, vi } from 'vitest';
import { subscribe } from '#client/data/subscribe.ts';

/** A network that gives this response to every request. */
function makeNetwork(makeResponse: () => Response) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
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

test('a 429 of the limit in front, which is plain text, says to try again later', async () => {
  makeNetwork(() => new Response('Too many requests', { status: 429 }));
  expect(await subscribe('me@example.org')).toBe('limited');
});

test.each([
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an outcome nobody knows', respond('constructor', 200)],
  ['a list', () => Response.json(['accepted'])],
  ['null', () => Response.json(null)],
])('%s in place of a response is an error and not a subscription', async (_what, strange) => {
  const requests = makeNetwork(strange);
  await expect(subscribe('me@example.org')).rejects.toThrow('unknown');
  expect(requests).toHaveLength(1);
});
