import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { testOrigin } from '../../../helpers/newsletter-app.ts';
import { storeKinds } from '../../../helpers/newsletter-stores.ts';
import { useVisits } from '../../../helpers/newsletter-visits.ts';
import { findOnly, parseHtml, readText } from '../../../helpers/parse-html.ts';
import { readHeaders, readLink, readMailText } from '../../../helpers/smtp.ts';

const heading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));

describe.each(storeKinds)('with %s', (kind) => {
  const open = useVisits(kind);

  test('subscribe, confirm, confirm again, unsubscribe, unsubscribe again', async () => {
    const { app, outbox, smtp, post, parts, stop } = await open();
    const response = await post('Asha@Example.com');
    expect([response.status, response.headers['location']]).toEqual([
      303,
      '/thank-you?type=newsletter',
    ]);
    await outbox.drain();
    const [mail] = smtp.mails;
    if (!mail) throw new Error('No mail has arrived');
    expect(mail.to).toBe('Asha@example.com');
    const confirm = readLink(mail, 'confirm');
    const leave = readLink(mail, 'unsubscribe');

    for (const link of [confirm, leave]) {
      for (const method of ['get', 'head', 'get'] as const) {
        const page = await request(app)[method](link);
        expect(page.status).toBe(200);
        expect(page.headers).toMatchObject({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'referrer-policy': 'no-referrer',
        });
        expect(page.headers['set-cookie']).toBeUndefined();
      }
    }
    const key = 'asha@example.com';
    expect(await parts.store.findSubscriber(key)).toMatchObject({ status: 'pending' });

    const confirmed = await request(app).post(confirm).type('form').send('');
    expect([confirmed.status, heading(confirmed.text)]).toEqual([
      200,
      'Welcome to the circle of readers',
    ]);
    expect(await parts.store.findSubscriber(key)).toMatchObject({ status: 'confirmed' });
    for (const again of [
      await request(app).post(confirm).type('form').send(''),
      await request(app).get(confirm),
    ]) {
      expect([again.status, heading(again.text)]).toEqual([200, 'You are with us already']);
    }

    for (let round = 0; round < 2; round += 1) {
      const left = await request(app).post(leave).type('form').send('');
      expect([left.status, heading(left.text)]).toEqual([200, 'You have left the newsletter']);
      expect(await parts.store.findSubscriber(key)).toBeUndefined();
    }
    expect(await parts.store.stats()).toMatchObject({ suppressed: { unsubscribed: 1 } });
    await stop();
  });
});

describe('with any store', () => {
  const open = useVisits('SQLite');

  test('the mail says what it should and how one leaves', async () => {
    const { outbox, smtp, post, stop } = await open();
    await post('asha@example.com');
    await outbox.drain();
    const [mail] = smtp.mails;
    if (!mail) throw new Error('No mail has arrived');
    const [unsubscribe, ...others] = readHeaders(mail, 'List-Unsubscribe');
    expect(others).toEqual([]);
    expect(unsubscribe).toMatch(
      /^<https:\/\/circle\.example\/newsletter\/unsubscribe\?token=[\w.-]+>, <mailto:[^>]+>$/,
    );
    expect(readHeaders(mail, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(readHeaders(mail, 'From')).toEqual(['Setu Circle <news@circle.example>']);
    expect(readHeaders(mail, 'Message-ID')).toEqual([
      expect.stringMatching(/^<[0-9a-f]{32}@circle\.example>$/),
    ]);
    expect(readHeaders(mail, 'Auto-Submitted')).toEqual(['auto-generated']); // RFC 3834
    expect(readHeaders(mail, 'List-Id')).toEqual([]);
    const text = readMailText(mail);
    expect(text).toContain(`${testOrigin}${readLink(mail, 'confirm')}`);
    expect(text).not.toMatch(/<img|<script|utm_/);
    await stop();
  });

  test('one click in a mail program is enough: form-encoded, multipart, no cookie, no redirect', async () => {
    const { app, outbox, smtp, post, parts, stop } = await open();
    const body = 'List-Unsubscribe=One-Click';
    const multipart = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`;
    for (const [type, sent] of [
      ['application/x-www-form-urlencoded', body],
      ['multipart/form-data; boundary=b', multipart],
    ] as const) {
      await post('asha@example.com');
      await outbox.drain();
      const mail = smtp.mails.at(-1);
      if (!mail) throw new Error('No mail has arrived');
      expect((await parts.store.stats()).pending).toBe(1);
      const response = await request(app)
        .post(readLink(mail, 'unsubscribe'))
        .set('content-type', type)
        .set('sec-fetch-site', 'cross-site')
        .send(sent);
      expect(response.status).toBe(200);
      expect((await parts.store.stats()).pending).toBe(0);
    }
    await stop();
  });

  test('a limit is reported with Retry-After, to page and script, and holds for one client subnet only', async () => {
    const { app, post, parts, stop } = await open({ LIMIT_PER_NETWORK: '3' });
    for (const name of ['a', 'b', 'c']) {
      expect((await post(`${name}@example.com`, '2001:db8:1::1')).status).toBe(303);
    }
    const page = await post('d@example.com', '2001:db8:1:ff::2');
    expect([page.status, heading(page.text)]).toEqual([429, 'A little later, please']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(3_500);
    const script = await request(app)
      .post('/newsletter')
      .set('x-forwarded-for', '2001:db8:1::3')
      .set('accept', 'application/json')
      .type('form')
      .send({ email: 'e@example.com' });
    expect([script.status, script.body]).toEqual([429, { outcome: 'limited' }]);
    expect(script.headers['retry-after']).toBeDefined();
    expect((await post('f@example.com', '2001:db8:2::1')).status).toBe(303);
    expect((await parts.store.stats()).pending).toBe(4);
    await stop();
  });

  test('all spellings of a mailbox share its limit, and a /48 has its own', async () => {
    const { post, parts, stop } = await open({ LIMIT_PER_ADDRESS: '2', LIMIT_PER_NETWORK: '3' });
    const statuses = async (emails: readonly string[], findIp: (number: number) => string) => {
      const all: number[] = [];
      for (const [number, email] of emails.entries()) {
        all.push((await post(email, findIp(number))).status);
      }
      return all;
    };
    const gmail = ['Asha.K+one@gmail.com', 'ashak@googlemail.com', 'a.s.h.a.k@gmail.com'];
    expect(await statuses(gmail, (number) => `203.0.113.${number}`)).toEqual([303, 303, 429]);
    const tags = ['r.avi+a@example.com', 'R.avi+b@example.com', 'r.avi@example.com'];
    expect(await statuses(tags, (number) => `203.0.113.${number}`)).toEqual([303, 303, 429]);
    expect(await post('ravi@example.com', '203.0.113.9')).toMatchObject({ status: 303 });
    // Each is written to as it was spelled.
    const found = await parts.store.findSubscriber('asha.k+one@gmail.com');
    expect(found?.address).toBe('Asha.K+one@gmail.com');
    // Five times a network's limit: networks of one /48, each asking once.
    const many = Array.from({ length: 16 }, (_, number) => `reader-${number}@example.com`);
    const responses = await statuses(many, (n) => `2001:db8:7:${(n * 256).toString(16)}::1`);
    expect(responses.indexOf(429)).toBe(15);
    expect((await post('other@example.com', '2001:db8:8::1')).status).toBe(303);
    await stop();
  });

  test('no response tells whether an address is new, waiting, confirmed, unsubscribed or bounced', async () => {
    const { app, outbox, smtp, post, parts, stop } = await open();
    for (const state of ['waiting', 'confirmed', 'unsubscribed', 'bounced'])
      await post(`${state}@example.com`);
    await outbox.drain();
    for (const mail of smtp.mails) {
      if (mail.to.startsWith('confirmed'))
        await request(app).post(readLink(mail, 'confirm')).type('form').send('');
      if (mail.to.startsWith('unsubscribed'))
        await request(app).post(readLink(mail, 'unsubscribe')).type('form').send('');
    }
    const bounced = 'bounced@example.com';
    await parts.store.suppress(bounced, parts.keys.hashAddress(bounced), 'bounced');

    // A program that fills in the honeypot is one of them: its response must not come sooner.
    const states = ['new', 'waiting', 'confirmed', 'unsubscribed', 'bounced', 'honeypot'];
    const times = new Map(states.map((state) => [state, [] as number[]]));
    const responses = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      for (const state of states.toSorted(() => Math.random() - 0.5)) {
        const email = state === 'new' ? `new-${round}@example.com` : `${state}@example.com`;
        const startedAt = performance.now();
        const response = await post(email, undefined, state === 'honeypot' ? 'x' : '');
        times.get(state)?.push(performance.now() - startedAt);
        const headers = Object.entries(response.headers).filter(
          ([name]) => name !== 'date' && name !== 'x-request-id',
        );
        responses.add(JSON.stringify([response.status, response.text, headers]));
      }
    }
    expect(responses.size).toBe(1);
    // Milliseconds. All wait for the same moment; the quickest of many is free of the machine's noise.
    const quickest = [...times.values()].map((all) => Math.min(...all));
    expect(Math.max(...quickest) - Math.min(...quickest)).toBeLessThan(8);
    await stop();
  });

  test('no line of the log holds an address, a token or a client subnet', async () => {
    const { app, outbox, smtp, post, parts, log, stop } = await open();
    smtp.reject(/^gone@/, '550 5.1.1 <gone@secret-domain.example>: no such user');
    outbox.start();
    await post('asha@secret-domain.example');
    await post('gone@secret-domain.example');
    await post('not an address@secret-domain.example');
    await log.waitFor(({ msg }) => String(msg).startsWith('mail bounced'));
    await log.waitFor(({ msg }) => msg === 'mail sent');
    const [mail] = smtp.mails;
    if (!mail) throw new Error('No mail has arrived');
    smtp.reject(/^busy@/, '450 4.2.1 <busy@secret-domain.example> is busy');
    await post('busy@secret-domain.example');
    await log.waitFor(({ msg }) => msg === 'mail postponed');
    for (const which of ['confirm', 'unsubscribe'] as const) {
      await request(app).get(readLink(mail, which));
      await request(app).post(readLink(mail, which)).type('form').send('');
    }
    await request(app).get('/newsletter/nowhere?email=asha@secret-domain.example');
    await parts.store.close();
    await post('late@secret-domain.example');
    const text = JSON.stringify(log.lines);
    expect(text).toContain('mail sent');
    expect(text).not.toContain('secret-domain');
    expect(text).not.toContain('203.0.113');
    for (const which of ['confirm', 'unsubscribe'] as const) {
      const token = new URL(readLink(mail, which), testOrigin).searchParams.get('token') ?? '';
      for (const part of token.split('.')) expect(text).not.toContain(part);
    }
    await stop();
  });
});
