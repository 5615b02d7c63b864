import { connect } from 'node:net';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { type AppDependencies, createApp } from '#server/app.ts';
import { closedNewsletter, type Newsletter } from '#server/newsletter/newsletter.ts';
import { withServer } from '../../helpers/ask.ts';
import { makeLogger } from '../../helpers/make-logger.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { hasAttribute } from '../../helpers/read-page.ts';

/* What the route does before the newsletter is asked: a stand-in at its port notes who comes through. */

function makeApp(more: Partial<Newsletter> = {}, given: Partial<AppDependencies> = {}) {
  const emails: string[] = [];
  const newsletter: Newsletter = {
    ...closedNewsletter,
    state: 'open',
    isUnsubscribeLink: () => true,
    unsubscribe: async () => 'unsubscribed',
    async subscribe(email) {
      emails.push(email);
      return { kind: 'accepted' };
    },
    ...more,
  };
  return { app: createApp({ newsletter, ...given }), emails };
}

const form = 'application/x-www-form-urlencoded';

test.each<
  [what: string, type: string, body: string | Buffer, status: number, more?: Record<string, string>]
>([
  ['repeated fields', form, 'email=a@example.com&email=b@example.com', 400],
  ['a repeated honeypot', form, 'email=a@example.com&topic=&topic=', 400],
  ['bytes that are not UTF-8', form, Buffer.from([0x65, 0x3d, 0xff, 0xfe]), 400],
  ['more than 4 kB', form, `email=${'a'.repeat(4_100)}`, 413],
  ['JSON', 'application/json', '{"email":"a@example.com"}', 415],
  ['text', 'text/plain', 'email=a@example.com', 415],
  ['multipart', 'multipart/form-data; boundary=b', '--b--', 415],
  ['no type', '', 'email=a@example.com', 415],
  ['a compressed body', form, 'email=a@example.com', 415, { 'content-encoding': 'gzip' }],
] as const)(
  '%s is rejected and nothing is stored',
  async (_what, type, body, status, more = {}) => {
    const { app, emails } = makeApp();
    // `fetch`, which sends the bytes as they are and a type only where one is given.
    await withServer(app, async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}/newsletter`, {
        method: 'POST',
        headers: { ...(type ? { 'content-type': type } : {}), ...more },
        body: new Uint8Array(Buffer.from(body)),
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toMatch(/^[A-Z].*\.\n$/);
    });
    expect(emails).toEqual([]);
  },
);

test('a button that sends nothing at all, not even a type, counts', async () => {
  const { app } = makeApp();
  const response = await request(app).post('/newsletter/unsubscribe?token=any');
  expect(response.status).toBe(200);
});

test('an endless body without a length is cut at 4 kB', async () => {
  const { app, emails } = makeApp();
  await withServer(app, async (port) => {
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('error', reject);
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.includes('\r\n\r\n')) {
          socket.destroy();
          resolve(text);
        }
      });
      socket.write(
        `POST /newsletter HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      for (let part = 0; part < 20; part += 1) socket.write(`400\r\n${'a'.repeat(1024)}\r\n`);
    });
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });
  expect(emails).toEqual([]);
});

test('only the newsletter’s own addresses read a body', async () => {
  const { app } = makeApp();
  for (const path of ['/', '/about', '/nowhere', '/newsletter/other']) {
    const response = await request(app)
      .post(path)
      .type('form')
      .send(`x=${'a'.repeat(100_000)}`);
    expect([404, 405]).toContain(response.status);
  }
});

test.each([
  ['the same site', { 'sec-fetch-site': 'same-origin' }, 303],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister of the site', { 'sec-fetch-site': 'same-site' }, 403],
  ['an opened link', { 'sec-fetch-site': 'none' }, 403],
  ['our page without a referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
  ['an old browser on our page', { host: 'circle.example', origin: 'https://circle.example' }, 303],
  ['an old browser behind a proxy', { origin: 'https://setucircle.example' }, 303],
  ['an old browser on another page', { origin: 'https://evil.example' }, 403],
  ['an old browser in a sandbox', { origin: 'null' }, 403],
  ['no browser', {}, 303],
])('a form from %s', async (_what, headers, status) => {
  const { app, emails } = makeApp();
  const response = await request(app)
    .post('/newsletter')
    .set(headers)
    .type('form')
    .send('email=a@example.com');
  expect(response.status).toBe(status);
  expect(emails).toHaveLength(status === 303 ? 1 : 0);
});

test('a proxy that is not configured is noticed in the log, once', async () => {
  const { logger, lines } = makeLogger();
  const { app } = makeApp({}, { logger });
  for (let round = 0; round < 2; round += 1) {
    await request(app)
      .post('/newsletter')
      .set('x-forwarded-for', '203.0.113.7')
      .type('form')
      .send('');
  }
  const warnings = lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY is 0'));
  expect(warnings).toHaveLength(1);
});

test('who fills in the honeypot is thanked and not stored', async () => {
  const { app, emails } = makeApp();
  const people = await request(app).post('/newsletter').type('form').send('email=a@b.com&topic=');
  const program = await request(app).post('/newsletter').type('form').send('email=a@b.com&topic=x');
  expect(emails).toEqual(['a@b.com']);
  expect([program.status, program.text]).toEqual([people.status, people.text]);
});

test('a trial that nobody asked for takes addresses from this machine only', async () => {
  const { logger, lines } = makeLogger();
  const { app, emails } = makeApp({ localOnly: true }, { logger });
  const post = (headers: Readonly<Record<string, string>>) =>
    request(app).post('/newsletter').set(headers).type('form').send('email=a@example.com');
  for (const headers of [
    { host: 'circle.example' },
    { 'x-forwarded-for': '203.0.113.7' },
    { host: 'localhost', forwarded: 'for=203.0.113.7' },
    // A proxy that changes the host and says nothing else: the browser still names its page.
    { host: 'localhost:3000', origin: 'https://circle.example', 'sec-fetch-site': 'same-origin' },
  ]) {
    const response = await post(headers);
    expect([response.status, readText(findOnly(parseHtml(response.text), 'h1'))]).toEqual([
      503,
      'The newsletter is not open yet',
    ]);
  }
  expect(emails).toEqual([]);
  expect(lines.filter(({ msg }) => String(msg).includes('set MAIL or SMTP_URL'))).toHaveLength(1);
  for (const headers of [
    {},
    { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { host: 'localhost:3000', origin: 'null', 'sec-fetch-site': 'same-origin' },
    { host: '[::1]:3000', origin: 'http://[::1]:3000' },
  ]) {
    expect((await post(headers)).status).toBe(303);
  }
  expect(emails).toHaveLength(4);
});

describe('an address that is none', () => {
  const rejecting = makeApp({
    subscribe: async () => ({ kind: 'invalid' }),
  }).app;
  const hostile = '"><script>alert(1)</script>';

  test('brings the form back with the input, a message tied to it, and the focus', async () => {
    const response = await request(rejecting)
      .post('/newsletter')
      .type('form')
      .send({ email: hostile });
    expect(response.status).toBe(422);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.text).not.toContain('<script>alert');
    const root = parseHtml(response.text);
    const input = findOnly(root, hasAttribute('type', 'email'));
    expect(input.attributes.get('value')).toBe(hostile);
    expect(input.attributes.get('aria-invalid')).toBe('true');
    expect(input.attributes.has('autofocus')).toBe(true);
    const message = findOnly(root, hasAttribute('id', input.attributes.get('aria-describedby')));
    expect(readText(message)).toBe('Enter a full email address, such as name@example.com.');
  });

  test('reaches the script as JSON', async () => {
    const response = await request(rejecting)
      .post('/newsletter')
      .set('accept', 'application/json')
      .type('form')
      .send({ email: 'x' });
    expect([response.status, response.body]).toEqual([422, { outcome: 'invalid' }]);
  });
});

test('a database that is away is a 503 with Retry-After, as a page and as JSON', async () => {
  const { app } = makeApp({
    subscribe: async () => ({ kind: 'unavailable' }),
    confirm: async () => 'unavailable',
    unsubscribe: async () => 'unavailable',
  });
  for (const path of [
    '/newsletter',
    '/newsletter/confirm?token=x',
    '/newsletter/unsubscribe?token=x',
  ]) {
    const page = await request(app).post(path).type('form').send('email=a@example.com');
    expect([path, page.status, page.headers['retry-after']]).toEqual([path, 503, '30']);
  }
  const script = await request(app)
    .post('/newsletter')
    .set('accept', 'application/json')
    .type('form')
    .send('email=a@example.com');
  expect([script.status, script.body]).toEqual([503, { outcome: 'unavailable' }]);
});

test.each(['/newsletter/confirm', '/newsletter/unsubscribe'])(
  '%s takes GET, HEAD and POST and nothing else',
  async (path) => {
    const { app } = makeApp();
    for (const method of ['put', 'delete', 'patch', 'options'] as const) {
      const response = await request(app)[method](path);
      expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    }
    const large = await request(app).post(path).type('form').send('x'.repeat(5_000));
    expect(large.status).toBe(413);
  },
);
