import { expect, test, vi } from 'vitest';
import { findAddressError, subscribe } from '#client/newsletter/subscribe.ts';

/** A network with this response to every request. */
function makeNetwork(makeResponse: () => Response) {
  const requests: Request[] = [];
  vi.stubGlobal('location', { origin: 'https://any.example' });
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    options.signal?.throwIfAborted();
    requests.push(new Request(url, options));
    return makeResponse();
  });
  return requests;
}

const respond = (outcome: string, status: number) => () => Response.json({ outcome }, { status });

test('the address is sent to /newsletter as a form, which accepts JSON', async () => {
  const requests = makeNetwork(respond('accepted', 200));
  expect(await subscribe('a+b@example.org')).toBe('accepted');
  const [request] = requests;
  expect(request).toMatchObject({ method: 'POST', url: 'https://any.example/newsletter' });
  expect(request?.headers.get('accept')).toBe('application/json');
  expect(await request?.text()).toBe('email=a%2Bb%40example.org');
});

test.each([
  ['asha', /^Enter a full email address/],
  ['jürgen@example.org', /plain letters \(a to z\) before the @/],
])('of %s the form says %s', (address, words) => {
  expect(findAddressError(address)).toMatch(words);
});

const respondWithPage = (status: number) => () => new Response('<h1>No</h1>', { status });

test.each([
  ['a 429 of the limit in front', respondWithPage(429), 'limited'],
  ['a 500 without JSON', respondWithPage(500), 'unavailable'],
  ['a 502 of a proxy', respondWithPage(502), 'unavailable'],
  ['a page', respondWithPage(200), undefined],
  ['an outcome nobody knows', respond('constructor', 200), undefined],
  ['a list', () => Response.json(['accepted']), undefined],
  ['null', () => Response.json(null), undefined],
])('%s instead of a response is not a subscription', async (_what, makeResponse, outcome) => {
  const requests = makeNetwork(makeResponse);
  expect(await subscribe('me@example.org')).toBe(outcome);
  expect(requests).toHaveLength(1);
});
