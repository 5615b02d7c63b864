import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Mail } from '#server/newsletter/mail/mailer.ts';
import { createSmtpMailer, writeMessage } from '#server/newsletter/mail/mailer-smtp.ts';
import { idleTimeout } from '#server/newsletter/timing.ts';
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
  ['RCPT TO', 'bounced', bounces.map((each) => `550 ${each} No`)],
  ['RCPT TO', 'rejected', rejections],
  ['RCPT TO', 'deferred', ['450 4.2.1 Try later', '421 4.7.28 Too many mails']],
  [
    'MAIL FROM',
    'server-fault',
    ['550 5.1.8 Domain not found', '451 4.3.0 Try later', '421 4.7.28 Too many mails'],
  ],
  ['DATA', 'rejected', ['554 5.7.1 Looks like spam', '552 Message too large']],
  ['DATA', 'deferred', ['451 4.3.0 Try later']],
] as const)('after %s a mail is %s by %j', async (command, kind, responses) => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  for (const response of responses) {
    smtp.rejectAt(command, response);
    const [code] = /^\d{3}( \d\.\d\.\d+)?/.exec(response) ?? [];
    expect(await mailer.send(mail, inTime())).toEqual({ kind, code });
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
  expect(outcome).toEqual({ kind: 'server-fault', code: expect.stringMatching(code) });
  expect(smtp.mails).toEqual([]);
  const lax = createSmtpMailer({ ...options, url: smtp.url });
  expect(await lax.send(mail, inTime())).toEqual({ kind: 'sent' });
  expect(smtp.last().client).toBe('circle.example'); // the sender's domain
  const named = createSmtpMailer({ ...options, url: `${smtp.url}?name=web.example.org` });
  expect(await named.send(mail, inTime())).toEqual({ kind: 'sent' });
  expect(smtp.last().client).toBe('web.example.org');
  named.close();
  lax.close();
  await smtp.stop();
  expect(await strict.send(mail, inTime())).toMatchObject({ code: 'ECONNREFUSED' });
  strict.close();
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
 * A mail server that accepts everything up to a command, and then is silent, closes the connection or answers nonsense.
 * The final dot of the mail is the command `.`; `again` is the second MAIL FROM of a connection. `end` aborts soon after
 * the command, not after the start, which takes long on a busy machine.
 */
async function openServerUntil(
  last: string,
  ending: 'silent' | 'closed' | 'nonsense',
  extensions: string,
) {
  const mails: number[] = [];
  const end = new AbortController();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = connections++;
    let isInMail = false;
    let senders = 0;
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n')) {
        if (isInMail && line !== '.') continue;
        if (line.startsWith('MAIL')) senders += 1;
        if (line.startsWith(last) || (last === 'again' && senders > 1)) {
          if (ending !== 'closed') setTimeout(() => end.abort(), 100);
          if (ending === 'nonsense') socket.write('Good morning\r\n250 and welcome\r\n');
          if (ending === 'closed') socket.destroy();
          return;
        }
        if (line === '.') mails.push(connection);
        isInMail = line === 'DATA';
        if (line.startsWith('EHLO')) socket.write(`250-ready\r\n250 ${extensions}\r\n`);
        else if (isInMail) socket.write('354 go on\r\n');
        else if (line !== '') socket.write('250 accepted\r\n');
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    mails,
    end: end.signal,
    url: `smtp://127.0.0.1:${Object(server.address()).port}`,
  };
}

test.each([
  ['EHLO', 'server-fault', ['silent', 'closed']],
  ['MAIL', 'server-fault', ['nonsense']],
  ['MAIL', 'deferred', ['silent', 'closed']], // It may be the response to a pipelined RCPT that does not come.
  ['RCPT', 'deferred', ['silent', 'closed', 'nonsense']],
  ['DATA', 'deferred', ['silent', 'closed']],
  ['.', 'deferred', ['silent', 'closed']],
] as const)('a server that does not respond to %s has a mail %s', async (last, kind, endings) => {
  for (const ending of endings) {
    for (const extensions of ['PIPELINING', 'HELP']) {
      const { url, end } = await openServerUntil(last, ending, extensions);
      const mailer = createSmtpMailer({ ...options, url });
      let transferred = 0;
      const onTransferred = () => {
        transferred += 1;
      };
      // More text than the streams between us and the server buffer.
      const long = { ...mail, text: 'long '.repeat(40_000) };
      const outcome = await mailer.send(long, end, onTransferred);
      expect(outcome).toMatchObject({ kind, ...(ending === 'silent' ? { code: 'timeout' } : {}) });
      expect(transferred).toBe(last === '.' ? 1 : 0);
      const isClosed = 'isClosed' in outcome && outcome.isClosed;
      expect(isClosed).toBe(kind === 'deferred' && ending === 'closed');
      mailer.close();
    }
  }
});

test('a connection that takes no second mail is replaced by a new one', async () => {
  const server = await openServerUntil('again', 'closed', 'PIPELINING');
  const mailer = createSmtpMailer({ ...options, url: server.url });
  for (const _mail of [1, 2]) expect(await mailer.send(mail, inTime())).toEqual({ kind: 'sent' });
  expect(server.mails).toEqual([0, 1]);
  mailer.close();
});

test('a connection is used for the next mail, and closed when it is idle', async () => {
  const smtp = await openSmtp();
  const mailer = createSmtpMailer({ ...options, url: smtp.url });
  for (const _mail of [1, 2]) await mailer.send(mail, inTime());
  expect(smtp.connections()).toBe(1);
  await expect.poll(smtp.connections, { timeout: idleTimeout + 3_000 }).toBe(0);
  mailer.close();
});
