import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { makeEnvironment, makeNewsletter, testOrigin } from '../../helpers/newsletter-app.ts';
import { age, storeKinds, useDatabases } from '../../helpers/newsletter-stores.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { readHeaders, readLink, readMailText, startSmtp } from '../../helpers/smtp.ts';

const hour = 3_600_000; // milliseconds
const heading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));

describe.each(storeKinds)('with %s', (kind) => {
  const createDatabase = useDatabases(kind);

  async function open(more: Record<string, string> = {}) {
    const database = await createDatabase();
    const smtp = await startSmtp();
    const made = await makeNewsletter({ ...makeEnvironment(database, smtp.url), ...more });
    const post = (email: string, ip = '203.0.113.7') =>
      request(made.app)
        .post('/newsletter')
        .set('x-forwarded-for', ip)
        .type('form')
        .send({ email, topic: '' });
    const stop = async () => {
      await made.stop();
      await smtp.stop();
    };
    return { ...made, database, smtp, post, stop };
  }

  test('subscribe, confirm, confirm again, leave, leave again', async () => {
    const { app, outbox, smtp, post, parts, stop } = await open();
    const answer = await post('Asha@Example.com');
    expect([answer.status, answer.headers['location']]).toEqual([
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
    const again = await request(app).post(confirm).type('form').send('');
    expect([again.status, heading(again.text)]).toEqual([200, 'You are with us already']);

    for (let round = 0; round < 2; round += 1) {
      const left = await request(app).post(leave).type('form').send('');
      expect([left.status, heading(left.text)]).toEqual([200, 'You have left the newsletter']);
      expect(await parts.store.findSubscriber(key)).toBeUndefined();
    }
    expect(await parts.store.stats()).toMatchObject({ suppressed: { left: 1 } });
    await stop();
  });

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
      const answer = await request(app)
        .post(readLink(mail, 'unsubscribe'))
        .set('content-type', type)
        .set('sec-fetch-site', 'cross-site')
        .send(sent);
      expect(answer.status).toBe(200);
      expect((await parts.store.stats()).pending).toBe(0);
    }
    await stop();
  });

  test('a link that is expired or altered leads to a page with a way to ask again', async () => {
    const { app, database, outbox, smtp, post, stop } = await open();
    await post('asha@example.com');
    await outbox.drain();
    const [mail] = smtp.mails;
    if (!mail) throw new Error('No mail has arrived');
    const link = readLink(mail, 'confirm');
    await age(database, 72 * hour + 1);
    const swapped = link.endsWith('A') ? 'B' : 'A';
    for (const each of [
      link,
      link.slice(0, -1),
      `${link.slice(0, -2)}${swapped}A`,
      `${link}&token=x`,
    ]) {
      const answer = await request(app).post(each).type('form').send('');
      expect([answer.status, heading(answer.text)]).toEqual([410, 'This link no longer works']);
      expect(answer.text).toContain('action="/newsletter"');
    }
    const leave = readLink(mail, 'unsubscribe');
    const altered = await request(app).post(leave.slice(0, -2)).type('form').send('');
    expect([altered.status, heading(altered.text)]).toEqual([404, 'This link is not complete']);
    expect((await request(app).get(leave.slice(0, -2))).status).toBe(404);
    expect((await request(app).post(leave).type('form').send('')).status).toBe(200);
    await stop();
  });

  test('a limit is told with Retry-After, to page and script, and holds for one network only', async () => {
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

  test('no answer tells whether an address is new, waiting, confirmed, gone or refused', async () => {
    const { app, outbox, smtp, post, parts, stop } = await open();
    for (const state of ['waiting', 'confirmed', 'left', 'refused'])
      await post(`${state}@example.com`);
    await outbox.drain();
    for (const mail of smtp.mails) {
      if (mail.to.startsWith('confirmed'))
        await request(app).post(readLink(mail, 'confirm')).type('form').send('');
      if (mail.to.startsWith('left'))
        await request(app).post(readLink(mail, 'unsubscribe')).type('form').send('');
    }
    const refused = 'refused@example.com';
    await parts.store.suppress(refused, parts.keys.hashAddress(refused), 'refused');

    const states = ['new', 'waiting', 'confirmed', 'left', 'refused'];
    const times = new Map(states.map((state) => [state, [] as number[]]));
    const answers = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      for (const state of states.toSorted(() => Math.random() - 0.5)) {
        const email = state === 'new' ? `new-${round}@example.com` : `${state}@example.com`;
        const startedAt = performance.now();
        const answer = await post(email);
        times.get(state)?.push(performance.now() - startedAt);
        const headers = Object.entries(answer.headers).filter(
          ([name]) => name !== 'date' && name !== 'x-request-id',
        );
        answers.add(JSON.stringify([answer.status, answer.text, headers]));
      }
    }
    expect(answers.size).toBe(1);
    // Milliseconds. All wait for the same moment; the quickest of many is free of the machine's noise.
    const quickest = [...times.values()].map((all) => Math.min(...all));
    expect(Math.max(...quickest) - Math.min(...quickest)).toBeLessThan(8);
    await stop();
  });

  test('no line of the log holds an address, a token or a network', async () => {
    const { app, outbox, smtp, post, parts, log, stop } = await open();
    smtp.refuse(/^gone@/, '550 5.1.1 <gone@secret-domain.example>: no such user');
    outbox.start();
    await post('asha@secret-domain.example');
    await post('gone@secret-domain.example');
    await post('not an address@secret-domain.example');
    await log.waitFor(({ msg }) => String(msg).startsWith('mail bounced'));
    await log.waitFor(({ msg }) => msg === 'mail sent');
    const [mail] = smtp.mails;
    if (!mail) throw new Error('No mail has arrived');
    smtp.refuse(/^busy@/, '450 4.2.1 <busy@secret-domain.example> is busy');
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
