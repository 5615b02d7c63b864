import type { SendMailOptions } from 'nodemailer';
import type { Mail, Mailer, Sender, SendOutcome } from './mailer.ts';

/* The only module that knows SMTP and how a mail is written. nodemailer is loaded when the first
   mail is to be sent: no other server pays for it. */

/** Milliseconds. Together they stay below half of the outbox's lease. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** Content is ours: nothing in a mail is ever read from a file or an address. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** @param url `smtp://user:password@host:587` or `smtps://…:465` */
export function createSmtpMailer(url: string, sender: Sender): Mailer {
  const loading = { transport: undefined as ReturnType<typeof createTransport> | undefined };
  let isClosed = false;
  return {
    async send(mail) {
      if (isClosed) return { kind: 'later', code: 'closed', everything: true };
      loading.transport ??= createTransport(url);
      try {
        const transport = await loading.transport;
        await transport.sendMail(toMessage(mail, sender));
        return { kind: 'sent' };
      } catch (error) {
        return explainFailure(error);
      }
    },
    close() {
      isClosed = true;
      loading.transport?.then(
        (transport) => transport.close(),
        () => {}, // A transport that could not be created has nothing to close.
      );
    },
  };
}

/** The mail as it would stand on the wire (RFC 5322), for the capture mode. */
export async function writeMessage(mail: Mail, sender: Sender): Promise<Buffer> {
  const { createTransport: create } = await import('nodemailer');
  const transport = create({ streamTransport: true, buffer: true, newline: 'windows', ...closed });
  const { message } = await transport.sendMail(toMessage(mail, sender));
  return Buffer.isBuffer(message) ? message : Promise.reject(new Error('No message was written'));
}

async function createTransport(url: string) {
  const { createTransport: create } = await import('nodemailer');
  return create({ url, pool: true, maxConnections: 5, ...timeouts, ...closed });
}

function toMessage(mail: Mail, { name, address }: Sender): SendMailOptions {
  return {
    from: { name, address },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    headers: {
      // nodemailer's own `list` option writes two headers for two addresses; RFC 2369 allows one.
      'List-Unsubscribe': { prepared: true, value: mail.listUnsubscribe },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', // RFC 8058, section 3.1
      ...(mail.kind === 'confirmation' ? { 'Auto-Submitted': 'auto-generated' } : {}), // RFC 3834
    },
    textEncoding: 'quoted-printable',
  };
}

/** What nodemailer's error tells. Its text quotes the address, so only the codes are kept. */
function explainFailure(error: unknown): SendOutcome {
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const status = read('responseCode');
  const command = String(read('command') ?? '');
  if (typeof status !== 'number') {
    return { kind: 'later', code: String(read('code') ?? 'unknown'), everything: true };
  }
  const response = String(read('response') ?? '');
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const code = enhanced ? `${status} ${enhanced}` : String(status);
  if (command === 'RCPT TO' && isUnknownAddress(status, enhanced)) return { kind: 'refused', code };
  // Before the recipient is named, the server refuses us, not the mail.
  const everything = !['RCPT TO', 'DATA'].includes(command);
  return { kind: 'later', code, everything };
}

/**
 * Whether the address itself is at fault (RFC 3463: X.1.x address, 5.2.1 mailbox disabled). A full
 * mailbox, or a policy against us (5.7.x), says nothing about it and must not remove a subscriber.
 */
function isUnknownAddress(status: number, enhanced: string | undefined): boolean {
  if (status < 500) return false;
  if (enhanced) return /^5\.(1\.\d+|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(status);
}
