import request from 'supertest';
import { expect, test } from 'vitest';
import { type AppDependencies, createApp } from '#server/app.ts';
import { closedNewsletter, type Newsletter } from '#server/newsletter/newsletter.ts';
import { newsletterOutcomes } from '#shared/content/newsletter-outcomes.ts';
import { site } from '#shared/site.ts';
import { openConnection } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';
import { readHeading } from '../../helpers/newsletter/newsletter-visits.ts';
import { standIn } from '../../helpers/site/every-response.ts';
import { serve } from '../../helpers/until-test-ends.ts';

/* The checks of the route before it calls the newsletter: a fake newsletter records the calls. */

function makeSite(more: Partial<Newsletter> = {}, given: Partial<AppDependencies> = {}) {
  const emails: string[] = [];
  const newsletter = standIn({
    unsubscribe: async () => 'unsubscribed',
    async subscribe(email) {
      emails.push(email);
      return { kind: 'accepted' };
    },
    ...more,
  });
  const app = createApp({ newsletter, ...given });
  const post = (
    headers: Readonly<Record<string, string>> = {},
    body: string | object = 'email=a@example.com',
    path = '/newsletter',
  ) => request(app).post(path).set(headers).type('form').send(body);
  return { app, emails, newsletter, post };
}

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

test.each([
  ['repeated fields', urlencoded, 'email=a@example.com&email=b@example.com', 400],
  ['a repeated honeypot', urlencoded, 'email=a@example.com&topic=&topic=', 400],
  ['more than 4 kB', urlencoded, `email=${'a'.repeat(4_100)}`, 413],
  ['JSON', { 'content-type': 'application/json' }, '{"email":"a@example.com"}', 415],
  ['no type', {}, 'email=a@example.com', 415],
  ['a compressed body', { ...urlencoded, 'content-encoding': 'gzip' }, 'email=a@example.com', 415],
])('%s is rejected, not stored', async (_what, headers, text, status) => {
  const { app, emails } = makeSite();
  // `fetch` sends the bytes unchanged, and a type only if one is given.
  const body = new Uint8Array(Buffer.from(text));
  const url = `http://127.0.0.1:${await serve(app)}/newsletter`;
  const response = await fetch(url, { method: 'POST', headers: { ...headers }, body });
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toMatch(/^[A-Z].*\.\n$/);
  expect(emails).toEqual([]);
});

const oneHeader = ['Accept: text/html', 'Content-Type: application/x-www-form-urlencoded'];
test.each(oneHeader)(
  'a request without a body, as from a button, is handled at once: %s',
  async (line) => {
    const { newsletter } = makeSite();
    const connection = await openConnection({ newsletter });
    const target = '/newsletter/unsubscribe?token=any';
    connection.write(write({ method: 'POST', target, headers: [host, line] }));
    expect((await connection.expect('POST', 5_000)).status).toBe(200);
  },
);

test.each([
  ['the same site', { 'sec-fetch-site': 'same-origin' }, 303],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister of the site', { 'sec-fetch-site': 'same-site' }, 403],
  ['our page without a referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
  ['an old browser on our page', { host: 'circle.example', origin: 'https://circle.example' }, 303],
  ['an old browser behind a proxy', { origin: site.origin }, 303],
  ['an old browser on another page', { origin: 'https://evil.example' }, 403],
  ['an old browser in a sandbox', { origin: 'null' }, 403],
  ['no browser', {}, 303],
])('a form from %s', async (_what, headers, status) => {
  const { post, emails } = makeSite();
  expect((await post(headers)).status).toBe(status);
  expect(emails).toHaveLength(status === 303 ? 1 : 0);
});

test('a closed newsletter says so, as a page and as JSON, without repeating the input', async () => {
  const { post } = makeSite({}, { newsletter: closedNewsletter });
  const page = await post({ accept: 'image/png' }, 'email=find-me@a.org');
  const script = await post({ accept: 'application/json' }, 'email=find-me@a.org');
  for (const { status, headers, text } of [page, script]) {
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    expect(text).not.toContain('find-me');
  }
  expect(readHeading(page.text)).toBe(newsletterOutcomes['not-open'].heading);
  expect(script.body).toEqual({ outcome: 'not-open' });
});

test('a limited request is told when to try again, as a page and as JSON', async () => {
  const { post } = makeSite({
    subscribe: async () => ({ kind: 'limited', retryAfterSeconds: 90 }),
  });
  const page = await post();
  const script = await post({ accept: 'application/json' });
  for (const { status, headers } of [page, script])
    expect([status, headers['retry-after']]).toEqual([429, '90']);
  expect(readHeading(page.text)).toBe(newsletterOutcomes.limited.heading);
  expect(script.body).toEqual({ outcome: 'limited' });
});

const field = 'Content-Disposition: form-data; name="List-Unsubscribe"';
test.each([
  ['multipart/form-data; boundary=b', `--b\r\n${field}\r\n\r\nOne-Click\r\n--b--\r\n`],
  ['text/plain', 'List-Unsubscribe=One-Click'],
  ['application/json', '{"List-Unsubscribe":"One-Click"}'],
  ['', 'List-Unsubscribe=One-Click'],
])('one click in a mail program unsubscribes from any origin: %j', async (type, text) => {
  const tokens: string[] = [];
  const { app } = makeSite({
    async unsubscribe(token) {
      tokens.push(token);
      return 'unsubscribed';
    },
  });
  const url = `http://127.0.0.1:${await serve(app)}/newsletter/unsubscribe?token=a1`;
  const headers = { 'sec-fetch-site': 'cross-site', ...(type ? { 'content-type': type } : {}) };
  const body = new Uint8Array(Buffer.from(text));
  const { status } = await fetch(url, { method: 'POST', redirect: 'manual', headers, body });
  expect([status, tokens]).toEqual([200, ['a1']]);
});

const addresses = ['/newsletter', '/newsletter/confirm', '/newsletter/unsubscribe'];
test.each(addresses)('%s accepts no other method, and no large body', async (path) => {
  const { app, post } = makeSite();
  for (const method of ['put', 'delete', 'options'] as const) {
    const { status, headers } = await request(app)[method](path);
    expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, HEAD, POST']);
  }
  expect((await post({}, 'x'.repeat(5_000), path)).status).toBe(413);
});

test('a GET of the form’s address is redirected to the form', async () => {
  for (const method of ['get', 'head'] as const) {
    const { status, headers } = await request(makeSite().app)[method]('/newsletter');
    expect([status, headers['location']]).toEqual([303, '/#newsletter']);
  }
});
