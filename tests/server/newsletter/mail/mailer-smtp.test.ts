import { expect, test } from 'vitest';
import type { Mail } from '#server/newsletter/mail/mailer.ts';
import { createSmtpMailer } from '#server/newsletter/mail/mailer-smtp.ts';
import { startSmtp } from '../../../helpers/smtp.ts';

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

test('nothing is sent to a server without TLS where TLS is required', async () => {
  const smtp = await startSmtp();
  const url = smtp.url.replace('smtp://', 'smtp://user:pass-word@');
  const mailer = createSmtpMailer({ ...options, url, requireTls: true });
  const outcome = await mailer.send(mail, AbortSignal.timeout(10_000));
  expect(outcome).toMatchObject({ code: expect.stringMatching(/^(ETLS|50\d)$/), scope: 'server' });
  expect(smtp.mails).toEqual([]);
  mailer.close();
  const open = createSmtpMailer({ ...options, url: smtp.url });
  expect(await open.send(mail, AbortSignal.timeout(10_000))).toEqual({ kind: 'sent' });
  open.close();
  await smtp.stop();
});

test('an attempt that takes too long is cut off, and the next one has a connection of its own', async () => {
  const smtp = await startSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  smtp.slowDown(2_000);
  const startedAt = performance.now();
  const outcome = await mailer.send(mail, AbortSignal.timeout(500));
  expect(outcome).toEqual({ kind: 'deferred', code: 'timeout', scope: 'server' });
  expect(performance.now() - startedAt).toBeLessThan(1_900);
  await expect.poll(() => smtp.connections(), { timeout: 5_000 }).toBe(0);
  smtp.slowDown(0);
  expect(await mailer.send(mail, AbortSignal.timeout(10_000))).toEqual({ kind: 'sent' });
  mailer.close();
  await smtp.stop();
});

test('a mailer that is closed sends nothing and says so', async () => {
  const mailer = createSmtpMailer({ ...options, url: 'smtp://127.0.0.1:1' });
  mailer.close();
  const outcome = await mailer.send(mail, AbortSignal.timeout(1_000));
  expect(outcome).toEqual({ kind: 'deferred', code: 'closed', scope: 'server' });
});
