import { expect, test } from 'vitest';
import type { Mail } from '#server/newsletter/mail/mailer.ts';
import { createSmtpMailer, writeMessage } from '#server/newsletter/mail/mailer-smtp.ts';
import { openSmtp } from '../../../helpers/until-test-ends.ts';

const mail: Mail = {
  to: 'asha@example.com',
  subject: 'Monsoon letter',
  text: 'Dear readers',
  html: '<p>Dear readers</p>',
  messageId: 'x@circle.example',
  listUnsubscribe: '<https://circle.example/>',
  kind: 'edition',
  link: 'https://circle.example/',
};
const sender = { name: 'Setu Circle', address: 'news@circle.example' };
const options = { sender, requireTls: false };
const inTime = () => AbortSignal.timeout(10_000);

const bounces = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];
const rejections = [
  ...['550 5.1.0 <news@circle.example>: rejected', '553 5.1.7 Bad sender address'],
  ...['550 5.1.8 Domain not found', '552 5.2.2 Mailbox full', '550 5.7.1 Relaying denied'],
  ...['550 relay not permitted', '551 User not local', '553 not in my list'],
];

test.each([
  ['RCPT TO', 'bounced', undefined, bounces.map((each) => `550 ${each} No`)],
  ['RCPT TO', 'rejected', 'recipient', rejections],
  ['RCPT TO', 'deferred', 'recipient', ['450 4.2.1 Try later']],
  ['MAIL FROM', 'rejected', 'server', ['550 5.1.8 Domain not found']],
  ['MAIL FROM', 'deferred', 'server', ['451 4.3.0 Try later']],
  ['DATA', 'rejected', 'message', ['554 5.7.1 Looks like spam', '552 Message too large']],
] as const)('after %s a mail is %s (%s) by %j', async (command, kind, scope, responses) => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  for (const response of responses) {
    smtp.rejectAt(command, response);
    const [code] = /^\d{3}( \d\.\d\.\d+)?/.exec(response) ?? [];
    expect(await mailer.send(mail, inTime())).toEqual({ kind, code, ...(scope ? { scope } : {}) });
  }
  mailer.close();
});

test('a name of the list with accents is sent in ASCII', async () => {
  const listId = { comment: 'Fundação', url: 'newsletter.circle.example' };
  const line = 'List-ID: =?UTF-8?Q?Funda=C3=A7=C3=A3o?= <newsletter.circle.example>\r\n';
  expect(String(await writeMessage({ ...mail, listId }, sender))).toContain(line);
});

test.each(['On =?utf-8?q?encoded?= words', `=?utf-8?q?${'long_'.repeat(12)}?=`, 'Is 1=?2'])(
  'a subject that looks like an encoded word arrives unchanged: %s',
  async (subject) => {
    const [head = ''] = String(await writeMessage({ ...mail, subject }, sender)).split('\r\n\r\n');
    const [, header = ''] = /^Subject: (.*)$/m.exec(head.replaceAll(/\r\n[ \t]/g, ' ')) ?? [];
    const encoded = [...header.matchAll(/=\?UTF-8\?Q\?(\S*?)\?=/g)].map(([, text = '']) => text);
    const read = encoded.join('').replaceAll('_', ' ');
    expect(
      read.replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number(`0x${code}`))),
    ).toBe(subject);
  },
);

// If TLS is required, mails are sent only over TLS with a valid certificate; if it is optional, always.
test.each([
  [false, /^(ETLS|50\d)$/],
  [true, /CERT/],
])('TLS is required or optional, and the server supports it: %j', async (hasTls, code) => {
  const smtp = await openSmtp({ hasTls });
  const url = smtp.url.replace('smtp://', 'smtp://user:pass-word@');
  const strict = createSmtpMailer({ ...options, url, requireTls: true });
  const outcome = await strict.send(mail, inTime());
  expect(outcome).toMatchObject({ code: expect.stringMatching(code), scope: 'server' });
  expect(smtp.mails).toEqual([]);
  const lax = createSmtpMailer({ ...options, url: smtp.url });
  expect(await lax.send(mail, inTime())).toEqual({ kind: 'sent' });
  expect(smtp.last().client).toBe('circle.example'); // the sender's domain
  lax.close();
  await smtp.stop();
  expect(await strict.send(mail, inTime())).toMatchObject({ code: 'ECONNREFUSED' });
  strict.close();
});

test('an attempt that takes too long is ended, and the next one has a new connection', async () => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  smtp.slowDown(2_000);
  const outcome = await mailer.send(mail, AbortSignal.timeout(300));
  expect(outcome).toEqual({ kind: 'deferred', code: 'timeout', scope: 'server' });
  expect(smtp.mails).toEqual([]); // Otherwise the server would have accepted it.
  await expect.poll(() => smtp.connections(), { timeout: 5_000 }).toBe(0);
  smtp.slowDown(0);
  expect(await mailer.send(mail, inTime())).toEqual({ kind: 'sent' });
  mailer.close();
  const closed = { kind: 'deferred', code: 'closed', scope: 'server' };
  expect(await mailer.send(mail, inTime())).toEqual(closed);
});
