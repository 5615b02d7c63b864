import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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
  expect(await strict.send(mail, inTime())).toMatchObject({ kind: 'deferred', code: 'closed' });
});

test('an attempt that is cut off ends its connection, so that the server does not accept the mail later', async () => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  smtp.slowDown(2_000);
  await mailer.send(mail, AbortSignal.timeout(300));
  expect(smtp.mails).toEqual([]);
  await expect.poll(() => smtp.connections(), { timeout: 5_000 }).toBe(0);
  mailer.close();
});

/**
 * A mail server that accepts everything up to a command, and then is silent or closes the connection. The final dot of
 * the mail is the command `.`.
 */
async function openServerUntil(last: string, ending: 'silent' | 'closed', extensions: string) {
  const server = createServer((socket) => {
    let isInMail = false;
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n')) {
        if (isInMail && line !== '.') continue;
        if (line.startsWith(last)) {
          if (ending === 'closed') socket.destroy();
          return;
        }
        isInMail = line === 'DATA';
        if (line.startsWith('EHLO')) socket.write(`250-ready\r\n250 ${extensions}\r\n`);
        else if (isInMail) socket.write('354 go on\r\n');
        else if (line !== '') socket.write('250 accepted\r\n');
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${Object(server.address()).port}`;
}

test.each([
  ['MAIL', 'deferred'],
  ['RCPT', 'deferred'],
  ['DATA', 'deferred'],
  ['.', 'perhaps-sent'],
])('a server that does not respond to %s has a mail %s', async (last, kind) => {
  for (const [ending, code] of [
    ['silent', 'timeout'],
    ['closed', expect.stringMatching(/^ECONN/)],
  ] as const) {
    for (const extensions of ['PIPELINING', 'HELP']) {
      const url = await openServerUntil(last, ending, extensions);
      const mailer = createSmtpMailer({ ...options, url });
      const end = new AbortController();
      if (ending === 'silent' && kind === 'deferred') setTimeout(() => end.abort(), 300);
      let transferred = 0;
      const onTransferred = () => {
        transferred += 1;
        if (ending === 'silent') setTimeout(() => end.abort(), 100);
      };
      // More text than the streams between us and the server buffer.
      const long = { ...mail, text: 'long '.repeat(40_000) };
      expect(await mailer.send(long, end.signal, onTransferred)).toMatchObject({ kind, code });
      expect(transferred).toBe(kind === 'perhaps-sent' ? 1 : 0);
      mailer.close();
    }
  }
});
