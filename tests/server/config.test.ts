import { expect, test } from 'vitest';
import { variables } from '#server/config.ts';
import { site } from '#shared/site.ts';
import { readConfig, readMistakes } from '../helpers/site/read-config.ts';

const secret = 'x'.repeat(32);
const SMTP_URL = 'smtp://user:pass-word@mail.example:587';
const database = 'postgres://u:p@db.example/circle';
const formUrl = 'https://forms.example/contact?id=1';
const SITE_ORIGIN = 'https://circle.example';
const complete = {
  ...{ SMTP_URL, SITE_ORIGIN, MAIL_FROM: 'Our Circle <News@Circle.example>', APP_SECRET: secret },
  CONTACT_EMAIL: 'hello@example.org',
};
const production = { NODE_ENV: 'production' };
const open = { ...production, HOST: '0.0.0.0' };
const origin = (text: string) => ({ SITE_ORIGIN: text });
const withOrigin = (text: string) => ({ site: { origin: text } });
const email = (text: string) => ({ site: { email: text } });
const mail = (mode: 'smtp' | 'capture' | 'off', isConfigured: boolean) => ({
  newsletter: { mode, isConfigured },
});
const tls = (url: string, more = {}) => ({ ...complete, SMTP_URL: url, ...more });
const tlsIs = (requireTls: boolean) => ({ newsletter: { requireTls } });
const secrets = (...all: readonly string[]) => ({ newsletter: { secrets: all } });
const databaseIs = (databaseUrl: string) => ({ newsletter: { databaseUrl } });

/** Variables, and their effect on the configuration. */
const settings: readonly (readonly [environment: Record<string, string>, part: object])[] = [
  [
    {},
    {
      ...{ production: false, port: 3000, host: '127.0.0.1', logLevel: 'info', indexing: true },
      ...{ site, assetsDirectory: undefined, metrics: undefined },
      newsletter: {
        ...{ mode: 'capture', requireTls: false, secrets: [], databaseUrl: undefined },
        sender: { name: site.name, address: site.email },
        ...{ databaseFile: 'data/newsletter.sqlite', mailFolder: 'data/mail' },
        limits: { subnet: 20, overall: 2000 },
      },
    },
  ],
  [production, { production: true }],
  [{ PORT: '8080' }, { port: 8080 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ LOG_LEVEL: 'warn' }, { logLevel: 'warn' }],
  [origin('https://network.example/'), withOrigin('https://network.example')],
  [origin('HTTPS://Network.Example'), withOrigin('https://network.example')],
  [origin('http://localhost:3000'), withOrigin('http://localhost:3000')],
  [origin('https://bücher.example:443'), withOrigin('https://xn--bcher-kva.example')],
  [{ CONTACT_EMAIL: 'write@example.org' }, email('write@example.org')],
  [{ CONTACT_EMAIL: 'write@bücher.example' }, email('write@xn--bcher-kva.example')],
  [{ INVITE_URL: formUrl }, { site: { inviteUrl: formUrl, name: site.name } }],
  [{ CONTACT_FORM_URL: formUrl }, { site: { contactFormUrl: formUrl } }],
  [{ INDEXING: 'off' }, { indexing: false }],
  [{ ASSETS_DIR: '/somewhere' }, { assetsDirectory: '/somewhere' }],
  [{ TRUST_PROXY: '1' }, { trust: expect.toSatisfy((ours) => ours('a', 0) && !ours('a', 1)) }],
  [{ LIMIT_UNCACHED: '50' }, { maxUncached: 50 }],
  [{ SHUTDOWN_DELAY: '3' }, { shutdownDelay: 3_000 }],
  [{ METRICS_PORT: '10.0.0.2:9464' }, { metrics: { host: '10.0.0.2', port: 9464 } }],
  [{ PORT: '0', METRICS_PORT: '0' }, { metrics: { port: 0 } }],
  [complete, { newsletter: { mode: 'smtp', smtpUrl: SMTP_URL, requireTls: true } }],
  [complete, { newsletter: { sender: { name: 'Our Circle', address: 'News@circle.example' } } }],
  [{ APP_SECRET: `${secret}, ${secret}2` }, secrets(secret, `${secret}2`)],
  [
    { DATA_DIR: '/d' },
    { newsletter: { databaseFile: '/d/newsletter.sqlite', mailFolder: '/d/mail' } },
  ],
  [{ DATABASE_URL: database }, databaseIs(database)],
  [{ MAIL_RATE: '100/h' }, { newsletter: { mailRate: '100/h', mailInterval: 36_000 } }],
  [{ LIMIT_PER_NETWORK: '2' }, { newsletter: { limits: { subnet: 2 } } }],
  [{ LIMIT_OVERALL: '3' }, { newsletter: { limits: { overall: 3 } } }],
  // Docker keeps quotes, systemd removes them. The links of mails that are sent work with both.
  [
    { SITE_ORIGIN: `"${SITE_ORIGIN}"`, PORT: "'8080'" },
    { ...withOrigin(SITE_ORIGIN), port: 8080 },
  ],
  [{ MAIL_FROM: '"A B" <a@b.org>' }, { newsletter: { sender: { name: 'A B' } } }],
  [{ APP_SECRET: `"${secret}"` }, secrets(secret, `"${secret}"`)],
  // Whether a password leaves the machine.
  [tls('smtp://user:pass@mail.example'), tlsIs(true)],
  [tls('smtp://user:pass@mail.example', { SMTP_TLS: 'optional' }), tlsIs(false)],
  [tls('smtp://mail.example'), tlsIs(false)],
  [tls('smtp://mail.example', { SMTP_TLS: 'required' }), tlsIs(true)],
  [tls('smtp://user:pass@localhost:25'), tlsIs(false)],
  [tls('smtp://user:pass@[::1]:25'), tlsIs(false)],
  [tls('smtp://user:pass@127.0.0.1.example'), tlsIs(true)],
  // Where visitors cannot reach the server, mails are captured.
  [{ HOST: '0.0.0.0', SITE_ORIGIN }, mail('capture', false)],
  [production, mail('capture', false)],
  [{ ...production, MAIL: '/var/mail/asha' }, mail('capture', false)], // A login shell sets it.
  [{ ...production, HOST: '::1' }, mail('capture', false)],
  // A public server without settings is closed, as the container is.
  [open, mail('off', false)],
  [{ ...production, SITE_ORIGIN }, mail('off', false)],
  [{ ...production, TRUST_PROXY: '1' }, mail('off', false)],
  [{ ...production, DATABASE_URL: database }, mail('off', false)],
  [{ ...open, MAIL: 'capture' }, mail('capture', true)],
  [{ ...open, MAIL: 'off' }, mail('off', true)],
  [{ ...open, ...complete }, mail('smtp', true)],
  [{ ...complete, MAIL: 'off' }, mail('off', true)],
  // Each form of the address that the driver supports.
  ...[
    'postgresql:///setu?host=/run/postgresql',
    'postgres://user@/setu?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/setu',
    'postgres://user:pass@[::1]:5432/setu?sslmode=verify-full',
  ].map((url) => [{ DATABASE_URL: url }, databaseIs(url)] as const),
];

test.each(settings)('with %j the configuration has %j', (environment, part) => {
  expect(readConfig(environment)).toMatchObject(part);
});

test('every variable is in the table', () => {
  const named = new Set(settings.flatMap(([environment]) => Object.keys(environment)));
  expect([...named].sort()).toEqual(Object.keys(variables.shape).sort());
});

test('an empty variable counts as not set', () => {
  const empty = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, '']));
  const others = { PATH: '/bin', npm_config_port: 'y', SITE_ORIGIN: '""' }; // a variable that is not ours
  expect(readConfig({ ...empty, ...others })).toEqual(readConfig({}));
});

/** Wrong values, which the sentence repeats. */
const mistaken: Readonly<Record<string, readonly string[]>> = {
  PORT: ['abc', '-1', '-1.5', '65536', ' ', '0x10', '1e3', '80\n80'],
  SITE_ORIGIN: [
    ...['network.example', 'nonsense', '//network.example', 'ftp://network.example'],
    ...['/path', '//', '/?a=1', '#top'].map((end) => `https://network.example${end}`),
    ...['javascript:alert(1)', 'https://name:password@network.example'],
  ],
  CONTACT_EMAIL: ['me'],
  INVITE_URL: ['forms.example/invite', 'javascript:alert(1)', 'https://'],
  CONTACT_FORM_URL: [
    ...['/contact', 'data:text/html,form', 'http://forms.example/', `${site.origin}/contact`],
    "https://forms.example; script-src 'unsafe-inline'",
  ],
  NODE_ENV: ['prod'],
  LOG_LEVEL: ['loud'],
  INDEXING: ['yes'],
  METRICS_PORT: ['yes', '65536', ':9464', 'a:b:9464', '::1:9464'],
  LIMIT_UNCACHED: ['0'],
  LIMIT_PER_NETWORK: ['few'],
  SHUTDOWN_DELAY: ['-1', '301'],
  TRUST_PROXY: ['11', '10.0.0.0/33', 'proxy.example'],
  MAIL: ['post'],
  SMTP_TLS: ['maybe'],
};

test.each(Object.entries(mistaken))(
  'an invalid %s is reported in one readable line',
  (name, values) => {
    for (const value of values) {
      const mistakes = readMistakes({ [name]: value });
      expect(mistakes).toEqual([expect.stringMatching(`^${name} must be [a-z].+$`)]); // The message is one line.
      expect(mistakes[0]).toContain(`(it is ${JSON.stringify(value)})`);
    }
  },
);

test.each([
  [{ MAIL: 'capture', SMTP_URL }, /^MAIL is capture.*SMTP_URL/],
  [tls('http://mail.example'), /^SMTP_URL must begin with smtp:\/\//],
  [{ ...complete, MAIL_FROM: 'nobody' }, /^MAIL_FROM must be an address/],
  [{ ...complete, MAIL_FROM: 'A\r\nBcc: b@c.de <a@b.de>' }, /^MAIL_FROM must be an address/],
  [{ ...complete, CONTACT_EMAIL: 'A@b.Example' }, /^CONTACT_EMAIL must be .* \(SMTP_URL\): A@b/],
  [{ ...complete, APP_SECRET: `${secret} short` }, /^APP_SECRET must have 32 characters/],
  [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must begin with postgres:\/\//],
  [{ DATABASE_URL: 'postgres://u:12/b@db' }, /^DATABASE_URL must .* \/ .* as %2F/],
  [{ DATABASE_URL: 'postgres://a,b/setu' }, /^DATABASE_URL must name one host/],
  [{ DATABASE_URL: 'postgres://u:p@a:1,b:2/setu' }, /^DATABASE_URL must name one host/],
  [{ DATABASE_URL: 'postgres:///setu?host=a,b' }, /^DATABASE_URL must name one host/],
  [{ DATABASE_URL: 'postgres://db?dbname=setu' }, /^DATABASE_URL must have the database as its p/],
  [{ DATABASE_URL: 'postgres://db:99999/setu' }, /^DATABASE_URL cannot be read: Invalid URL/],
  [{ DATABASE_URL: 'postgres://db/a?sslrootcert=/no' }, /^DATABASE_URL cannot be read: a file/],
])('%j stops the start with one line', (environment, line) => {
  expect(readMistakes(environment)).toEqual([expect.stringMatching(line)]);
});

test('each setting that is missing for sending, or contradicts another, has its own line', () => {
  const others = { CONTACT_FORM_URL: `${site.origin}/form`, PORT: '8080', METRICS_PORT: '8080' };
  const names = readMistakes({ MAIL: 'smtp', ...others }).map((line) => line.split(' ')[0]);
  const sending = ['SMTP_URL', 'MAIL_FROM', 'APP_SECRET', 'CONTACT_EMAIL', 'SITE_ORIGIN'];
  expect(names).toEqual(['CONTACT_FORM_URL', 'PORT', ...sending]);
});

test('the error of an invalid secret does not contain it', () => {
  const urls = { SMTP_URL: 'htp://user:pass-word@mail.example', DATABASE_URL: 'no://pass-word' };
  const lines = readMistakes({ ...urls, APP_SECRET: 'pass-word' });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain('pass-word');
});
