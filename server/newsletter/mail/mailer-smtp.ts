import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod';
import type { Sender } from '../../newsletter-settings.ts';
import { attemptTimeout, idleTimeout } from '../timing.ts';
import type { Mail, Mailer, SendOutcome } from './mailer.ts';
import { openSession, type Session, type SmtpOptions } from './mailer-smtp-session.ts';

/** nodemailer must not read any part of a mail from a file or a URL. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** A mailer that sends by SMTP, and keeps its connections for the next mails. It loads nodemailer with the first mail. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { sender } = options;
  const sessions = new Set<Session>();
  /** Connections without a mail, with the timers that close them. */
  const idle = new Map<Session, NodeJS.Timeout>();
  let isClosed = false;

  async function open(signal: AbortSignal) {
    const session = await openSession(options, signal);
    sessions.add(session);
    session.onEnd(() => {
      sessions.delete(session);
      takeIdle(session);
    });
    if (isClosed) session.close();
    return session;
  }

  function takeIdle(session = [...idle.keys()].at(-1)) {
    if (!session) return undefined;
    clearTimeout(idle.get(session));
    idle.delete(session);
    return session;
  }

  return {
    async send(mail, signal, onTransferred = () => {}) {
      let session = takeIdle();
      const transfer = async (to: Session) => {
        const message = Readable.from([await writeMessage(mail, sender)]);
        message.once('end', onTransferred);
        await to.send({ from: sender.address, to: mail.to }, message, signal);
        idle.set(to, setTimeout(() => to.close(), idleTimeout).unref());
        return { kind: 'sent' } as const;
      };
      try {
        if (session) {
          try {
            return await transfer(session);
          } catch (error) {
            if (session.isSenderAccepted() || signal.aborted) throw error;
            session = undefined; // It takes no more mails over this connection.
          }
        }
        session = await open(signal);
        return await transfer(session);
      } catch (error) {
        session?.close();
        // Without a response the recipient may be the cause: with PIPELINING both are sent at once, and a server keeps its
        // responses until it has all of them (RFC 2920, section 3.2).
        const isServerFault = session === undefined || session.isSenderAccepted() === false;
        return explain(smtpError.parse(error), isServerFault, signal.aborted);
      }
    },
    async check() {
      const session = await openSession(options, AbortSignal.timeout(attemptTimeout));
      session.close();
    },
    close() {
      isClosed = true;
      for (const session of sessions) session.close();
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

/** nodemailer assumes that a subject such as `=?utf-8?q?a?=` is encoded already (RFC 2047, section 5). */
async function encodeSubject(subject: string): Promise<string> {
  if (!subject.includes('=?')) return subject;
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return encodeWord(subject, 'Q', 52); // RFC 2047, section 2: a word has at most 75 characters.
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
  responseCode: z.number().optional().catch(undefined), // missing where the server has not responded
  response: z.string().catch(''),
  command: z.string().catch(''), // that the server responded to
  code: z.string().catch('unknown'), // nodemailer's, such as `ESOCKET`
  originalCode: z.string().optional().catch(undefined), // the system's, such as `ECONNREFUSED`
});

/** @param isServerFault whether the mail server is away or refuses the sender; otherwise only this mail failed */
function explain(
  failure: z.infer<typeof smtpError>,
  isServerFault: boolean,
  isTimeout: boolean,
): SendOutcome {
  const { responseCode: status, response, command, originalCode } = failure;
  const isFailure = status !== undefined && status >= 400 && !isTimeout;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const name = isTimeout ? 'timeout' : (originalCode ?? failure.code);
  const code = isFailure ? [status, enhanced].filter(Boolean).join(' ') : name;
  if (isServerFault) return { kind: 'server-fault', code };
  if (!isFailure) {
    const isClosed = !isTimeout && ['ECONNECTION', 'ESOCKET'].includes(failure.code);
    return { kind: 'deferred', code, isClosed };
  }
  if (status < 500 || command === 'CONN') return { kind: 'deferred', code };
  const isBounce = command === 'RCPT TO' && enhanced !== undefined && bounceCode.test(enhanced);
  return { kind: isBounce ? 'bounced' : 'rejected', code };
}

/**
 * The codes that blame only the recipient's address (RFC 3463, sections 3.2 and 3.3; RFC 7505 for 5.1.10): no such
 * mailbox, no such domain, bad syntax, moved away, domain takes no mail, disabled. 5.1.0, 5.1.7 and 5.1.8 blame the
 * sender, 5.7.x a policy, 5.2.2 a full mailbox; a bare 550, 551 or 553 may mean any of them.
 */
const bounceCode = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;
