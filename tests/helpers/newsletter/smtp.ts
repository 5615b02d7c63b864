import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { getFreePort } from '#scripts/site/get-free-port.ts';

/** A received mail: its envelope, the client's name and the transferred text. */
export interface ArrivedMail {
  readonly to: string;
  readonly client?: string;
  readonly source: string;
}

type Command = 'MAIL FROM' | 'RCPT TO' | 'DATA';

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>;

/** A real SMTP server on a free port of the loopback, also after a restart. Its TLS certificate is self-signed. */
export async function startSmtp({ hasTls = false, password = '' } = {}) {
  const mails: ArrivedMail[] = [];
  let rejection: { command: Command; to: RegExp; response: string } | undefined;
  let rejected = 0;
  let slow = { pause: 0, to: /(?:)/ };
  let open = 0;
  let maxOpen = 0;
  const port = await getFreePort();

  function findRejection(command: Command, address: string): Error | undefined {
    if (rejection?.command !== command || !rejection.to.test(address)) return undefined;
    rejected += 1;
    const [, code = '550', text = ''] = /^(\d{3}) (.*)$/.exec(rejection.response) ?? [];
    return Object.assign(new Error(text), { responseCode: Number(code) });
  }

  const create = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: [...(hasTls ? [] : ['STARTTLS']), ...(password ? [] : ['AUTH'])],
      allowInsecureAuth: true,
      onAuth: (given, _session, done) =>
        given.password === password
          ? done(null, { user: 'news' })
          : done(new Error('Wrong password')),
      logger: false,
      closeTimeout: 200, // for connections that a pool keeps open
      onMailFrom: (_address, _session, done) => done(findRejection('MAIL FROM', '')),
      onRcptTo: ({ address }, _session, done) => done(findRejection('RCPT TO', address)),
      async onData(stream, { envelope, hostNameAppearsAs: client }, done) {
        open += 1;
        maxOpen = Math.max(maxOpen, open);
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk);
          const isSlow = envelope.rcptTo.some(({ address }) => slow.to.test(address));
          if (isSlow && slow.pause > 0) await sleep(slow.pause);
          const rejected = findRejection('DATA', '');
          if (rejected) return done(rejected);
          for (const { address } of envelope.rcptTo) {
            mails.push({ to: address, client, source: Buffer.concat(chunks).toString() });
          }
          done();
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error))); // For example, the client was killed.
        } finally {
          open -= 1;
        }
      },
    });

  let server: SMTPServer | undefined;
  async function start() {
    server = create();
    server.on('error', () => {}); // For example, a client was killed.
    await once(server.listen(port, '127.0.0.1'), 'listening');
  }
  async function stop() {
    const stopped = server;
    server = undefined;
    if (stopped) await new Promise<void>((resolve) => stopped.close(resolve));
  }
  await start();
  return {
    /** The value for `SMTP_URL`. */
    url: `smtp://127.0.0.1:${port}`,
    mails: mails as readonly ArrivedMail[],
    /** The last received mail. @throws if none has arrived */
    last() {
      const mail = mails.at(-1);
      if (!mail) throw new Error('No mail has arrived');
      return mail;
    },
    /** Rejects these recipients with this response, such as `550 5.1.1 No such user`. */
    reject(to: RegExp, response: string | undefined) {
      rejection = response === undefined ? undefined : { command: 'RCPT TO', to, response };
    },
    /** Rejects every mail at this command, until the next call. */
    rejectAt(command: Command, response: string) {
      rejection = { command, to: /(?:)/, response };
    },
    /** The number of rejected mails. */
    rejected: () => rejected,
    /** Open connections. */
    connections: () => server?.connections.size ?? 0,
    /** Takes this many milliseconds for each mail to these recipients. */
    slowDown(milliseconds: number, to = /(?:)/) {
      slow = { pause: milliseconds, to };
    },
    /** The mails that are being transferred. */
    open: () => open,
    /** The highest number of mails that were transferred at the same time. */
    maxOpen: () => maxOpen,
    stop,
    start,
  };
}

/** The body of a mail, decoded from quoted-printable. */
export function readMailText({ source }: ArrivedMail): string {
  const joined = source.replace(/=\r?\n/g, '');
  const undo = (_: string, code: string) => String.fromCharCode(Number(`0x${code}`));
  return Buffer.from(joined.replace(/=([0-9A-F]{2})/g, undo), 'latin1').toString();
}

/** Path and query of the confirmation link or the unsubscribe link. */
export function readLink(mail: ArrivedMail, which: 'confirm' | 'unsubscribe'): string {
  const found = new RegExp(`/newsletter/${which}\\?token=\\w+`).exec(readMailText(mail))?.[0];
  if (!found) throw new Error(`The mail has no link to ${which}`);
  return found;
}

/** The lines of a header, unfolded. */
export function readHeaders({ source }: ArrivedMail, name: string): readonly string[] {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const start = `${name.toLowerCase()}:`;
  return lines
    .filter((line) => line.toLowerCase().startsWith(start))
    .map((line) => line.slice(start.length).trim());
}
