import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod';
import type { Sender } from '../../newsletter-settings.ts';
import { concurrency, type Mail, type Mailer, type SendOutcome } from './mailer.ts';
import { attemptTimeout, responseTimeout, smtpTimeouts } from './timing.ts';

/** nodemailer must not read any part of a mail from a file or a URL. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465` */
  readonly url: string;
  readonly sender: Sender;
  /** Whether to refuse a server that does not offer STARTTLS. `smtps` uses TLS from the beginning. */
  readonly requireTls: boolean;
}

/** What to call when a mail is transferred, by the signal of its attempt. */
const transfers = new WeakMap<AbortSignal, () => void>();

/** A mailer that sends by SMTP over a pool of connections. It loads nodemailer with the first mail. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  let creating: ReturnType<typeof createTransport> | undefined;
  let isClosed = false;
  return {
    async send(mail, signal, onTransferred = () => {}) {
      if (isClosed) return { kind: 'deferred', code: 'closed', scope: 'server' };
      creating ??= createTransport(options);
      let isTransferred = false;
      transfers.set(signal, () => {
        isTransferred = true;
        onTransferred();
      });
      try {
        const transport = await creating;
        await transport.sendMail({ ...(await toMessage(mail, options.sender)), signal });
        return { kind: 'sent' };
      } catch (error) {
        const failure = smtpError.parse(error);
        const { responseCode, originalCode } = failure;
        if (responseCode !== undefined && !signal.aborted)
          return explainResponse(responseCode, failure);
        const code = signal.aborted ? 'timeout' : (originalCode ?? failure.code);
        if (isTransferred) return { kind: 'perhaps-sent', code };
        return { kind: 'deferred', code, scope: 'server' };
      }
    },
    async check() {
      // Connects, with TLS and login as for a mail.
      const transport = await createTransport(options, attemptTimeout);
      await transport.verify().finally(() => transport.close());
    },
    close() {
      isClosed = true;
      // A module that cannot be loaded was reported by `send`.
      creating?.then((transport) => transport.close()).catch(() => {});
    },
  };
}

/** The mail as SMTP would send it (RFC 5322), for the capture mode. */
export async function writeMessage(mail: Mail, sender: Sender): Promise<Buffer> {
  const { createTransport: create } = await import('nodemailer');
  const transport = create({ streamTransport: true, buffer: true, newline: 'windows', ...closed });
  const { message } = await transport.sendMail(await toMessage(mail, sender));
  return Buffer.isBuffer(message) ? message : Promise.reject(new Error('No message was written'));
}

/**
 * Encodes a subject that looks like an encoded word (RFC 2047, section 5), such as `=?utf-8?q?a?=`. Mail programs would
 * decode it otherwise, because nodemailer assumes that it is encoded already.
 */
async function encodeSubject(subject: string): Promise<string> {
  if (!subject.includes('=?')) return subject;
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return encodeWord(subject, 'Q', 52); // RFC 2047, section 2: a word has at most 75 characters.
}

async function createTransport(
  { url, sender, requireTls }: SmtpOptions,
  socketTimeout = smtpTimeouts.socketTimeout,
) {
  const { createTransport: create } = await import('nodemailer');
  const isEncrypted = url.startsWith('smtps:');
  const requireTLS = requireTls && !isEncrypted;
  // Where TLS is optional, a self-signed certificate, such as Debian's Postfix has, is no worse (RFC 7435).
  const tls = { rejectUnauthorized: requireTls || isEncrypted };
  // With those on which a response is overdue, which delay no other mail.
  const maxConnections = concurrency * (1 + responseTimeout / attemptTimeout);
  const pool = { pool: true, maxConnections } as const;
  // The name in EHLO. nodemailer's own is `[127.0.0.1]` in a container, which Google's SMTP relay rejects.
  const [, name] = sender.address.split('@');
  const timeouts = { ...smtpTimeouts, socketTimeout };
  const transport = create({ url, name, ...pool, requireTLS, tls, ...timeouts, ...closed });
  return transport.use('stream', ({ data: { signal }, message }, done) => {
    // The stream is read after the server's 354, and the final dot follows its end.
    message.processFunc((stream) => stream.once('end', () => signal && transfers.get(signal)?.()));
    done();
  });
}

async function toMessage(mail: Mail, { name, address }: Sender): Promise<SendMailOptions> {
  return {
    from: { name, address },
    to: { name: '', address: mail.to },
    subject: await encodeSubject(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    ...(mail.listId ? { list: { id: mail.listId } } : {}), // Encodes a name with accents.
    headers: {
      // nodemailer's own `list` option writes two headers for two addresses; RFC 2369 allows one.
      'List-Unsubscribe': { prepared: true, value: mail.listUnsubscribe },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', // RFC 8058, section 3.1
      ...(mail.kind === 'confirmation' ? { 'Auto-Submitted': 'auto-generated' } : {}), // RFC 3834
    },
    textEncoding: 'quoted-printable',
  };
}

/** nodemailer's error. Its message quotes the address, so only the codes are used. */
const smtpError = z.object({
  /** SMTP's, missing where the server has not responded. */
  responseCode: z.number().optional().catch(undefined),
  response: z.string().catch(''),
  /** The SMTP command that the server responded to. */
  command: z.string().catch(''),
  /** nodemailer's name of an error, such as `ESOCKET`. */
  code: z.string().catch('unknown'),
  /** The system's: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  originalCode: z.string().optional().catch(undefined),
});

function explainResponse(
  status: number,
  { response, command }: z.infer<typeof smtpError>,
): SendOutcome {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const code = enhanced ? `${status} ${enhanced}` : String(status);
  const hasRecipient = command === 'RCPT TO' || command === 'DATA';
  if (status < 500) return { kind: 'deferred', code, scope: hasRecipient ? 'recipient' : 'server' };
  if (command === 'RCPT TO') {
    const isBounce = enhanced !== undefined && bounceCode.test(enhanced);
    return isBounce ? { kind: 'bounced', code } : { kind: 'rejected', code, scope: 'recipient' };
  }
  return { kind: 'rejected', code, scope: command === 'DATA' ? 'message' : 'server' };
}

/**
 * The codes that blame only the recipient's address (RFC 3463, sections 3.2 and 3.3; RFC 7505 for 5.1.10): no such
 * mailbox, no such domain, bad syntax, moved away, domain takes no mail, disabled. 5.1.0, 5.1.7 and 5.1.8 blame the
 * sender, 5.7.x a policy, 5.2.2 a full mailbox; a bare 550, 551 or 553 may mean any of them.
 */
const bounceCode = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;
