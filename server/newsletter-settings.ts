import { join } from 'node:path';
import { parseIntoClientConfig } from 'pg-connection-string';
import * as z from 'zod';
import { hour, second } from '#shared/dates/durations.ts';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { site } from '#shared/site.ts';
import { describeError, findErrorCode } from './describe-error.ts';

export type NewsletterSettings = Extract<
  ReturnType<typeof parseNewsletterSettings>,
  { readonly settings: unknown }
>['settings'];

/** The sender: the parts of `Name <address>`. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** The minimum length of a secret, in characters. */
export const minSecretLength = 32;

/** Creates the schema of an environment variable that is a whole number within these limits. */
export const wholeNumber = (min: number, max: number) => {
  const text = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text);
};

/** Removes the quotes around a value. */
export const unquote = (text: string) => text.replace(/^(["'])(.*)\1$/s, '$2');

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Creates the schema of an environment variable that is one of a few words. */
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.enum(values, `must be ${alternatives.format(values)}`);

const needsEscapes = (prefix: string) =>
  `must begin with ${prefix}, and name and password must have / ? # % @ as %2F %3F %23 %25 %40`;
/** No `/`, `?` or `#` may stand in the name and password: in `smtp://user:12/b@host` the host would be `user`. */
const escaped = /^[^:]+:\/\/[^/?#]*([/?#][^@]*)?$/;
const smtpError = needsEscapes('smtp:// or smtps://');
const postgresError = needsEscapes('postgres:// or postgresql://');

/** The newsletter's variables. None of them has to be set. For `description` see `./config.ts`. */
export const newsletterVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: smtpError, abort: true })
    .regex(escaped, smtpError)
    .optional()
    .meta({
      description:
        'the mail server, `smtp://user:password@host:587` or `smtps://…:465`; with it mails are sent',
    }),
  SMTP_TLS: oneOf('required', 'optional').optional().meta({
    description: '`optional`: without TLS or to any certificate, in a network of your own',
    unset: '`required` for a password to another host',
  }),
  MAIL: oneOf('smtp', 'capture', 'off').optional().meta({
    description:
      '`capture` writes mails into files below `DATA_DIR`; with `off` pages say that there is no newsletter',
    unset: '`smtp` with `SMTP_URL`, else `off` on a public server and `capture` on others',
  }),
  MAIL_FROM: z.string().optional().meta({
    description: 'the sender, `Our Circle <news@example.org>`',
    unset: 'name and address of the site',
  }),
  MAIL_RATE: z
    .string()
    .regex(/^[1-9]\d{0,5}\/[hs]$/, 'must be a number of mails and /h or /s, such as 100/h or 14/s')
    .optional()
    .meta({
      description:
        'the mails that your mail server takes in an hour or a second, such as `100/h` or `14/s`, for all processes together',
      unset: 'no limit',
    }),
  APP_SECRET: z.string().optional().meta({
    description: '32 characters or more, or several with commas: see “Secret”',
    unset: 'made once and kept in `DATA_DIR/secret`',
  }),
  DATA_DIR: z
    .string()
    .default('data')
    .meta({ description: 'folder of the embedded SQLite, captured mails and the secret' }),
  // The driver's own parser decides: libpq's forms for a socket (`?host=/run/postgresql`) are no URLs of the standard.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//i, { error: postgresError, abort: true })
    .regex(escaped, { error: postgresError, abort: true })
    .superRefine((text, context) => {
      const mistake = findPostgresMistake(text);
      if (mistake !== undefined) context.addIssue(mistake);
    })
    .optional()
    .meta({ description: '`postgres://…`, for any number of replicas', unset: 'SQLite' }),
  LIMIT_PER_NETWORK: wholeNumber(1, 1_000_000).default(20).meta({
    description:
      'subscription requests in an hour from a client subnet, for each process; from an IPv6 /48 five times as many',
  }),
  LIMIT_OVERALL: wholeNumber(1, 1_000_000_000)
    .default(2_000)
    .meta({ description: 'subscription requests in an hour, for each process' }),
} as const;

/** Variables with values that no message may repeat. */
export const secretVariables: readonly string[] = ['SMTP_URL', 'DATABASE_URL', 'APP_SECRET'];

/** What the operator of a public server reads that has neither MAIL nor SMTP_URL. */
export const closedByDefault =
  'the newsletter is closed, because neither MAIL nor SMTP_URL is set: MAIL=off says that it should be';

/** The domain of a sample address, which nobody can own (RFC 2606). */
export const sampleDomain = /[.@]example$/i;

type Variables = z.infer<z.ZodObject<typeof newsletterVariables>>;

/** Parses the variables together, with the rest of the configuration that mails depend on, or lists the mistakes. */
export function parseNewsletterSettings(
  data: Variables,
  given: {
    readonly hasOrigin: boolean;
    readonly contactEmail: string;
    /** Whether visitors may reach this server. */
    readonly isPublic: boolean;
  },
) {
  const configured = data.MAIL ?? (data.SMTP_URL ? 'smtp' : undefined);
  /** Mails are sent, captured as files, or off: then the form is closed. */
  const mode = configured ?? (given.isPublic ? 'off' : 'capture');
  const sender = parseSender(data.MAIL_FROM ?? `${site.name} <${given.contactEmail}>`);
  /** The current one first. With quotes both spellings are known: links work where another program removes them. */
  const written = data.APP_SECRET ?? '';
  const secrets = [...new Set(`${unquote(written)},${written}`.split(/[\s,]+/))].filter(Boolean);
  const sends = mode === 'smtp';
  const mistakes = [
    !sender &&
      'MAIL_FROM must be an address, such as news@example.org or Our Circle <news@example.org>',
    secrets.some((secret) => secret.length < minSecretLength) &&
      'APP_SECRET must have 32 characters or more; several are separated by commas, the current one first',
    mode === 'capture' &&
      data.SMTP_URL &&
      'MAIL is capture, which sends nothing, and SMTP_URL is set: remove one of them',
    sends && !data.SMTP_URL && 'SMTP_URL must be set where MAIL is smtp',
    sends && !data.MAIL_FROM && 'MAIL_FROM must be set where mails are sent (SMTP_URL)',
    sends &&
      secrets.length === 0 &&
      'APP_SECRET must be set where mails are sent (SMTP_URL): 32 characters or more, such as from `openssl rand -base64 32`',
    sends &&
      sampleDomain.test(given.contactEmail) &&
      `CONTACT_EMAIL must be an address of yours where mails are sent (SMTP_URL): ${given.contactEmail} is a sample`,
    sends &&
      !given.hasOrigin &&
      'SITE_ORIGIN must be set where mails are sent (SMTP_URL), because their links begin with it',
  ].filter((mistake) => typeof mistake === 'string');
  if (mistakes.length > 0 || !sender) return { mistakes };
  const { SMTP_TLS: tls, SMTP_URL: smtpUrl, DATA_DIR: dataDirectory } = data;
  const settings = {
    mode,
    /** Whether the operator has decided, with MAIL or SMTP_URL. */
    isConfigured: configured !== undefined,
    sender,
    secrets,
    smtpUrl,
    /** `100/h` and the milliseconds between two mails; undefined: no limit. */
    mailRate: data.MAIL_RATE,
    mailInterval: parseInterval(data.MAIL_RATE),
    /** Whether the mail server has to offer TLS before the login. */
    requireTls: tls === undefined ? needsTls(smtpUrl) : tls === 'required',
    /** Undefined: the embedded SQLite in `databaseFile`. */
    databaseUrl: data.DATABASE_URL,
    dataDirectory,
    databaseFile: join(dataDirectory, 'newsletter.sqlite'),
    mailFolder: join(dataDirectory, 'mail'),
    /** Maximum requests of a client subnet and of everybody in an hour. */
    limits: { subnet: data.LIMIT_PER_NETWORK, overall: data.LIMIT_OVERALL },
  };
  return { settings };
}

/** The whole milliseconds between two mails of `100/h`. */
function parseInterval(rate: string | undefined): number | undefined {
  if (rate === undefined) return undefined;
  const [count, unit] = rate.split('/');
  return Math.ceil((unit === 'h' ? hour : second) / Number(count));
}

/** Why the driver cannot use an address of PostgreSQL; undefined if it can. No part of the address is repeated. */
function findPostgresMistake(text: string): string | undefined {
  const [, authority = ''] = /^[^:]+:\/\/([^/?#]*)/.exec(text) ?? [];
  const severalHosts = 'must name one host: the driver knows no lists of hosts';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) return severalHosts;
  try {
    const { host, ...others } = parseIntoClientConfig(text);
    if (host?.includes(',')) return severalHosts;
    return 'dbname' in others ? 'must have the database as its path, not as dbname' : undefined;
  } catch (error) {
    return `cannot be read: ${findErrorCode(error) === 'ENOENT' ? 'a file of it is missing' : describeError(error)}`;
  }
}

/** The parameters of an address that the driver reads (pg 8, `connection-parameters.js`). */
const driverParameters: readonly string[] = [
  ...['host', 'port', 'user', 'password', 'options', 'client_encoding', 'replication', 'binary'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['application_name', 'fallback_application_name', 'statement_timeout', 'lock_timeout'],
  ...['idle_in_transaction_session_timeout', 'query_timeout'],
];

/** The parameters of DATABASE_URL without an effect, such as Prisma's `schema`. */
export function listIgnoredParameters(databaseUrl: string): readonly string[] {
  const [, query = ''] = databaseUrl.split('?', 2);
  return [...new URLSearchParams(query).keys()].filter((name) => !driverParameters.includes(name));
}

/** Whether a password leaves this machine, so that the connection has to be encrypted. */
function needsTls(smtpUrl: string | undefined): boolean {
  if (smtpUrl === undefined) return false;
  const { hostname, password } = new URL(smtpUrl);
  return password !== '' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** `Name <address>` or `address`, on one line. */
function parseSender(text: string): Sender | undefined {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const result = parseEmailAddress(bracketed ?? text.trim());
  if (result.kind !== 'address') return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: result.address };
}
