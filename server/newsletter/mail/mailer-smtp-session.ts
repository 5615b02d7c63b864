import type { Readable } from 'node:stream';
import type { Sender } from '../../newsletter-settings.ts';
import { attemptTimeout, responseTimeout } from '../timing.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465` */
  readonly url: string;
  readonly sender: Sender;
  /** Whether to refuse a server that does not offer STARTTLS. `smtps` uses TLS from the beginning. */
  readonly requireTls: boolean;
}

export type Session = Awaited<ReturnType<typeof openSession>>;

/** Connects to the mail server and logs in. @throws nodemailer's error, also when `signal` aborts */
export async function openSession({ url, sender, requireTls }: SmtpOptions, signal: AbortSignal) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const isEncrypted = url.startsWith('smtps:');
  // nodemailer's own name in EHLO is `[127.0.0.1]` in a container, which Google's SMTP relay rejects.
  const [, domain] = sender.address.split('@');
  /** Whether the mail server has accepted MAIL FROM; undefined before its response. */
  let isAccepted: boolean | undefined;
  const silent = () => {};
  const given = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    name: domain,
    ...given,
    requireTLS: requireTls && !isEncrypted,
    // Where TLS is optional, a self-signed certificate, such as Debian's Postfix has, is no worse (RFC 7435).
    tls: { rejectUnauthorized: requireTls || isEncrypted, ...given.tls },
    connectionTimeout: attemptTimeout, // with the greeting
    greetingTimeout: attemptTimeout,
    socketTimeout: attemptTimeout + responseTimeout,
    // The only way to learn of the response to MAIL FROM, if the connection ends afterwards. Nothing is logged.
    transactionLog: true,
    logger: {
      ...{ level: silent, trace: silent, info: silent, warn: silent, error: silent, fatal: silent },
      debug({ tnx }: { readonly tnx?: string }, message: string) {
        if (tnx === 'server') isAccepted ??= message.startsWith('2');
      },
    },
  });
  const endings = new Set<() => void>();
  let failure: unknown = Object.assign(new Error('The connection was closed'), {
    code: 'ECONNECTION',
    command: 'CONN',
  });
  connection.on('error', (error) => {
    failure = error;
  });
  connection.on('end', () => {
    for (const end of endings) end();
  });

  /** Runs one step. Rejects when the connection ends or the signal aborts, and then closes the connection. */
  function run(signal: AbortSignal, act: (done: (error?: unknown) => void) => void) {
    return new Promise<void>((resolve, reject) => {
      const done = (error?: unknown) => {
        endings.delete(end);
        signal.removeEventListener('abort', abort);
        if (!error) return resolve();
        connection.close();
        reject(error);
      };
      // After nodemailer's own callback, which has the response (421) with which the server ended the connection.
      const end = () => queueMicrotask(() => done(failure));
      const abort = () => done(new Error('Timeout'));
      endings.add(end);
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort);
      act(done);
    });
  }

  await run(signal, (done) => connection.connect(done));
  const { auth } = given;
  if (auth && connection.allowsAuth) await run(signal, (done) => connection.login(auth, done));
  return {
    /** Whether MAIL FROM of the last mail was accepted; undefined without a response. */
    isSenderAccepted: () => isAccepted,
    onEnd: (act: () => void) => void endings.add(act),
    close: () => connection.close(),
    /** Sends a mail. @throws nodemailer's error */
    send(envelope: { from: string; to: string }, message: Readable, signal: AbortSignal) {
      isAccepted = undefined;
      return run(signal, (done) => connection.send(envelope, message, done));
    },
  };
}
