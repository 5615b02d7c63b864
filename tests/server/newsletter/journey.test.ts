import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newsletterOutcomes } from '#shared/content/newsletter-outcomes.ts';
import { hour, minute } from '#shared/dates/durations.ts';
import type { NewsletterOutcome } from '#shared/newsletter/outcomes.ts';
import { testOrigin } from '../../helpers/newsletter/newsletter-app.ts';
import { storeKinds } from '../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter, readHeading } from '../../helpers/newsletter/newsletter-visits.ts';
import { readHeaders, readLink, readMailText } from '../../helpers/newsletter/smtp.ts';

const say = (outcome: NewsletterOutcome) => newsletterOutcomes[outcome].heading;
const key = 'asha@example.com';

describe.each(storeKinds)('with %s', (kind) => {
  test('subscribe, confirm, confirm again, unsubscribe, unsubscribe again', async () => {
    const { app, database, drain, find, post, press, store } = await openNewsletter(kind);
    const { status, headers } = await post('Asha@Example.com');
    expect([status, headers['location']]).toEqual([303, '/thank-you?type=newsletter']);
    const mail = await drain();
    expect(mail.to).toBe('Asha@example.com');
    const [confirm, leave] = [readLink(mail, 'confirm'), readLink(mail, 'unsubscribe')];
    for (const link of [confirm, leave]) {
      for (const method of ['get', 'head'] as const) {
        const page = await request(app)[method](link).expect(200);
        expect(page.headers).toMatchObject({
          'x-robots-tag': 'noindex',
          'cache-control': 'no-store',
          // Other sites get no token. With `no-referrer` the form of an expired link would be sent without its origin.
          'referrer-policy': 'strict-origin-when-cross-origin',
        });
        expect(page.headers['set-cookie']).toBeUndefined();
        if (method === 'get') expect(page.text).toContain(`value="${link.split('=')[1]}"`);
      }
    }
    expect(await find(key)).toMatchObject({ status: 'pending' });
    expect(await press(confirm)).toEqual([200, say('confirmed')]);
    expect(await find(key)).toMatchObject({ status: 'confirmed' });
    expect(await press(confirm)).toEqual([200, say('already-confirmed')]);
    expect(readHeading((await request(app).get(confirm)).text)).toBe(say('already-confirmed'));
    for (let round = 0; round < 2; round += 1) {
      expect(await press(leave)).toEqual([200, say('unsubscribed')]);
      expect(await find(key)).toBeUndefined();
    }
    // Only a hash stays, until a returning subscriber confirms.
    const former = { pending: 0, confirmed: 0, waiting: 0, suppressed: { unsubscribed: 1 } };
    expect(await store.stats()).toMatchObject(former);
    for (const table of ['subscribers', 'confirmations', 'mails']) {
      expect(await database.query(`SELECT * FROM newsletter_${table}`)).toEqual([]);
    }
    expect(await press(confirm)).toEqual([410, say('link-expired')]);
    await post(key);
    expect(await store.stats()).toMatchObject({ ...former, pending: 1, waiting: 1 });
    await press(readLink(await drain(), 'confirm'));
    const again = { ...former, confirmed: 1, suppressed: { unsubscribed: 0 } };
    expect(await store.stats()).toMatchObject(again);
    expect(await press(leave)).toEqual([200, say('unsubscribed')]); // The link of the first mail.
    expect(await find(key)).toBeUndefined();
  });

  test('an expired or altered link opens a page with a way to subscribe again', async () => {
    const { age, app, drain, post, press } = await openNewsletter(kind);
    await post(key);
    const mail = await drain();
    const link = readLink(mail, 'confirm');
    const hours = Number(/works for (\d+) hours/.exec(readMailText(mail))?.[1]); // The words are true.
    await age(hours * hour - minute);
    expect(readHeading((await request(app).get(link)).text)).toBe(say('confirm'));
    await age(minute + 1);
    const altered = link.slice(0, -1) + (link.endsWith('a') ? 'b' : 'a');
    for (const each of [link, altered, `${link}&token=x`]) {
      const { status, text } = await request(app).get(each);
      expect([status, readHeading(text)]).toEqual([410, say('link-expired')]);
      expect(text).toContain('action="/newsletter"');
      expect(await press(each)).toEqual([410, say('link-expired')]);
    }
    const leave = readLink(mail, 'unsubscribe');
    expect(await press(leave.slice(0, -2))).toEqual([404, say('link-unknown')]);
    const [path = '', token = ''] = leave.split('?token=');
    for (const changed of [
      `token=${token.slice(0, -9)}%0D%0A%3E%20${token.slice(-9)}%3E`, // split, quoted and followed by a bracket
      `TOKEN=${token.toUpperCase()}`,
      `token=3D${token}`, // quoted-printable
      `utm_source=mail&amp;token=${token}`,
      `token=${token}&token=${token}`,
    ]) {
      const opened = await request(app).get(`${path}?${changed}`);
      expect([changed, readHeading(opened.text)]).toEqual([changed, say('unsubscribe')]);
      expect(await press(`${path}?${changed}`)).toEqual([200, say('unsubscribed')]);
    }
    // A path in capitals is redirected first.
    const { status, headers } = await request(app).get(leave.toUpperCase());
    expect([status, headers['location']]).toEqual([301, `${path}?TOKEN=${token.toUpperCase()}`]);
  });
});

test('the mail has the required words and says how to unsubscribe', async () => {
  const { drain, post } = await openNewsletter('SQLite');
  await post(key);
  const mail = await drain();
  const leave = `<${testOrigin}${readLink(mail, 'unsubscribe')}>`;
  for (const [name, values] of [
    ['List-Unsubscribe', [expect.stringContaining(leave)]],
    ['List-Unsubscribe', [expect.stringMatching(/, <mailto:[^>]+>$/)]],
    ['List-Unsubscribe-Post', ['List-Unsubscribe=One-Click']],
    ['From', ['Setu Circle <news@circle.example>']],
    ['Message-ID', [expect.stringMatching(/^<[0-9a-f]{32}@circle\.example>$/)]],
    ['Auto-Submitted', ['auto-generated']], // RFC 3834
    ['List-Id', []],
  ] as const) {
    expect([name, readHeaders(mail, name)]).toEqual([name, values]);
  }
  const text = readMailText(mail);
  expect(text).toMatch(/^Namaste and hello,\r\n\r\n[A-Z]/m);
  expect(text).toContain(`${testOrigin}${readLink(mail, 'confirm')}`);
  expect(text).not.toMatch(/<img|<script|utm_/);
});

test('requests that the database could not store do not count for the limits', async () => {
  const { newsletter, post, store } = await openNewsletter('SQLite', { LIMIT_PER_NETWORK: '2' });
  await store.close();
  for (const _request of [1, 2, 3]) expect((await post(key)).status).toBe(503);
  await store.open();
  expect((await newsletter.subscribe('no address', '203.0.113.7')).kind).toBe('invalid');
  // Requests at the same time have the same limit.
  const statuses = await Promise.all([1, 2, 3].map(async () => (await post(key)).status));
  expect(statuses.toSorted()).toEqual([303, 303, 429]);
});

test.each(storeKinds)(
  'no response reveals whether an address is new, pending, confirmed, unsubscribed or suppressed: %s runs the same statements',
  async (kind) => {
    const { find, outbox, smtp, post, press, keys, store } = await openNewsletter(kind);
    const states = ['waiting', 'confirmed', 'unsubscribed', 'new', 'suppressed'];
    for (const state of states.slice(0, 3)) await post(`${state}@example.com`);
    await outbox.drain();
    for (const mail of smtp.mails) {
      if (mail.to.startsWith('confirmed')) await press(readLink(mail, 'confirm'));
      if (mail.to.startsWith('unsubscribed')) await press(readLink(mail, 'unsubscribe'));
    }
    const suppressed = 'suppressed@example.com';
    await store.suppress(suppressed, keys.hashAddress(suppressed));

    const inSqlite = vi.spyOn(StatementSync.prototype, 'all');
    const inPostgres = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => void vi.restoreAllMocks());
    const responses = new Set<string>();
    const statements = new Set<string>();
    const send = async (email: string, topic?: string) => {
      const startedAt = performance.now();
      const { status, text, headers } = await post(email, undefined, topic);
      // Without statements, as for the honeypot, the response is not sent earlier either.
      expect(performance.now() - startedAt).toBeGreaterThan(245);
      const { date, 'x-request-id': id, ...others } = headers;
      responses.add(JSON.stringify([status, text, others]));
    };
    for (const state of states) {
      for (const spy of [inSqlite, inPostgres]) spy.mockClear();
      await send(`${state}@example.com`);
      const texts = inSqlite.mock.contexts.map((statement) => Object(statement).sourceSQL);
      const asked = inPostgres.mock.calls.map(([query]) => Object(query).text);
      statements.add([...texts, ...asked].join(';\n'));
    }
    expect([...statements]).toEqual([expect.stringMatching(/(;\n[^;]+){2}/)]);
    await send('honeypot@example.com', 'x'); // A program that fills it in is told the same.
    expect(responses.size).toBe(1);
    expect(await find('honeypot@example.com')).toBeUndefined();
  },
);

test('no line of the log contains an address, a token or a client subnet', async () => {
  const made = await openNewsletter('SQLite', {}, { poll: 60_000 });
  const { app, outbox, smtp, post, press, store, log } = made;
  smtp.reject(/^gone@/, '550 5.1.1 <gone@secret-domain.example>: no such user');
  outbox.start();
  for (const name of ['asha', 'gone', 'not an address'])
    await post(`${name}@secret-domain.example`);
  await log.waitFor(({ msg }) => String(msg).startsWith('mail bounced'));
  await log.waitFor(({ msg }) => msg === 'mail sent');
  const mail = smtp.last();
  smtp.reject(/^busy@/, '450 4.2.1 <busy@secret-domain.example> is busy');
  await post('busy@secret-domain.example');
  await log.waitFor(({ msg }) => msg === 'mail postponed');
  const links = (['confirm', 'unsubscribe'] as const).map((which) => readLink(mail, which));
  for (const link of links) {
    await request(app).get(link);
    await press(link);
  }
  await request(app).get('/newsletter/nowhere?email=asha@secret-domain.example');
  await store.close();
  await post('late@secret-domain.example');
  const text = JSON.stringify(log.lines);
  expect(text).toContain('mail sent');
  const tokens = links.map((link) => link.split('=')[1] ?? link);
  for (const clue of ['secret-domain', '203.0.113', ...tokens]) expect(text).not.toContain(clue);
});
