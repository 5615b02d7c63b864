import { expect, test, vi } from 'vitest';
import { createSubmissionKey, findAddressError, subscribe } from '#client/data/subscribe.ts';

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
  expect(await subscribe('a+b@example.org', 'a-key')).toBe('accepted');
  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('https://any.example/newsletter');
  expect(request?.headers.get('accept')).toBe('application/json');
  expect(request?.headers.get('idempotency-key')).toBe('a-key');
  expect(await request?.text()).toBe('email=a%2Bb%40example.org');
});

test('each submission has a key of its own', () => {
  expect(createSubmissionKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(createSubmissionKey()).not.toBe(createSubmissionKey());
});

test.each([
  ['asha', /^Enter a full email address/],
  ['jürgen@example.org', /plain letters \(a to z\) before the @/],
  ['समीर@example.org', /plain letters \(a to z\) before the @/],
  ['asha@example.org', undefined],
])('of %s the form says %s', (address, words) => {
  const error = findAddressError(address);
  if (words) expect(error).toMatch(words);
  else expect(error).toBeUndefined();
});

test.each([
  [429, 'limited'],
  [500, 'unavailable'],
  [502, 'unavailable'],
])('a %i without JSON, of the limit in front or a proxy, is %s', async (status, outcome) => {
  const requests = makeNetwork(() => new Response('<h1>No</h1>', { status }));
  expect(await subscribe('me@example.org', 'a-key')).toBe(outcome);
  expect(requests).toHaveLength(1);
});

test.each([
  ['a page', () => new Response('<h1>Welcome</h1>')],
  ['an outcome nobody knows', respond('constructor', 200)],
  ['a list', () => Response.json(['accepted'])],
  ['null', () => Response.json(null)],
])('%s in place of a response is unknown and not a subscription', async (_what, strange) => {
  const requests = makeNetwork(strange);
  expect(await subscribe('me@example.org', 'a-key')).toBeUndefined();
  expect(requests).toHaveLength(1);
});
