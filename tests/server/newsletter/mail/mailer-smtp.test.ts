import { expect, test } from 'vitest';
import type { Mail } from '#server/newsletter/mail/mailer.ts';
import { createSmtpMailer } from '#server/newsletter/mail/mailer-smtp.ts';
import { openSmtp } from '../../../helpers/until-test-ends.ts';

const mail: Mail = {
  to: 'asha@example.com',
  subject: 'Monsoon letter',
  text: 'Dear readers',
  html: '<p>Dear readers</p>',
  messageId: 'x@circle.example',
  listUnsubscribe: '<https://circle.example/>',
  listId: undefined,
  kind: 'edition',
  link: 'https://circle.example/',
};
const sender = { name: 'Setu Circle', address: 'news@circle.example' };
const options = { sender, requireTls: false, maxConnections: 2 };
const inTime = () => AbortSignal.timeout(10_000);

test('only what blames the recipient’s address is a bounce; all else is a rejection or is tried again', async () => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  const bounces = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];
  for (const [command, response, code, kind, scope] of [
    ...bounces.map(
      (each) => ['RCPT TO', `550 ${each} No`, `550 ${each}`, 'bounced', undefined] as const,
    ),
    ['RCPT TO', '550 5.1.0 <news@circle.example>: rejected', '550 5.1.0', 'rejected', 'recipient'],
    ['RCPT TO', '553 5.1.7 Bad sender address', '553 5.1.7', 'rejected', 'recipient'],
    ['RCPT TO', '550 5.1.8 Domain not found', '550 5.1.8', 'rejected', 'recipient'],
    ['RCPT TO', '550 relay not permitted', '550', 'rejected', 'recipient'],
    ['RCPT TO', '551 User not local', '551', 'rejected', 'recipient'],
    ['RCPT TO', '553 not in my list of allowed rcpthosts', '553', 'rejected', 'recipient'],
    ['RCPT TO', '552 5.2.2 Mailbox full', '552 5.2.2', 'rejected', 'recipient'],
    ['RCPT TO', '550 5.7.1 Relaying denied', '550 5.7.1', 'rejected', 'recipient'],
    ['RCPT TO', '450 4.2.1 Try later', '450 4.2.1', 'deferred', 'recipient'],
    ['MAIL FROM', '550 5.1.8 Domain not found', '550 5.1.8', 'rejected', 'server'],
    ['MAIL FROM', '451 4.3.0 Try later', '451 4.3.0', 'deferred', 'server'],
    ['DATA', '554 5.7.1 Message looks like spam', '554 5.7.1', 'rejected', 'message'],
    ['DATA', '552 Message too large', '552', 'rejected', 'message'],
  ] as const) {
    smtp.rejectAt(command, response);
    const outcome = await mailer.send(mail, inTime());
    expect(outcome).toEqual({ kind, code, ...(scope ? { scope } : {}) });
  }
  mailer.close();
});

test('nothing is sent to a server without TLS where TLS is required', async () => {
  const smtp = await openSmtp();
  const url = smtp.url.replace('smtp://', 'smtp://user:pass-word@');
  const mailer = createSmtpMailer({ ...options, url, requireTls: true });
  const outcome = await mailer.send(mail, inTime());
  expect(outcome).toMatchObject({ code: expect.stringMatching(/^(ETLS|50\d)$/), scope: 'server' });
  expect(smtp.mails).toEqual([]);
  mailer.close();
});

test('an attempt that takes too long is cut off, and the next one has a connection of its own', async () => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  smtp.slowDown(2_000);
  const startedAt = performance.now();
  const outcome = await mailer.send(mail, AbortSignal.timeout(300));
  expect(outcome).toEqual({ kind: 'deferred', code: 'timeout', scope: 'server' });
  expect(performance.now() - startedAt).toBeLessThan(1_900);
  await expect.poll(() => smtp.connections(), { timeout: 5_000 }).toBe(0);
  smtp.slowDown(0);
  expect(await mailer.send(mail, inTime())).toEqual({ kind: 'sent' });
  mailer.close();
  const closed = { kind: 'deferred', code: 'closed', scope: 'server' };
  expect(await mailer.send(mail, inTime())).toEqual(closed);
});
