import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { readConfig, readMistakes } from '../helpers/site/read-config.ts';

const readSettings = (...[environment]: Parameters<typeof readConfig>) =>
  readConfig(environment).newsletter;

const secret = 'x'.repeat(32);
const complete = {
  SMTP_URL: 'smtp://user:pass-word@mail.example:587',
  ...{ MAIL_FROM: 'Our Circle <News@Circle.example>', APP_SECRET: secret },
  ...{ SITE_ORIGIN: 'https://circle.example', CONTACT_EMAIL: 'hello@example.org' },
};

test('without settings mails are captured, and SQLite is in data/', () => {
  expect(readSettings({})).toMatchObject({
    ...{ mode: 'capture', requireTls: false, secrets: [] },
    sender: { name: site.name, address: site.email },
    ...{ databaseFile: 'data/newsletter.sqlite', mailFolder: 'data/mail', databaseUrl: undefined },
    limits: { subnet: 20, overall: 2000 },
  });
});

test.each([
  ['smtp://user:pass@mail.example', undefined, true],
  ['smtp://user:pass@mail.example', 'optional', false],
  ['smtp://mail.example', undefined, false],
  ['smtp://mail.example', 'required', true],
  ['smtp://user:pass@localhost:25', undefined, false],
  ['smtp://user:pass@[::1]:25', undefined, false],
  ['smtp://user:pass@127.0.0.1.example', undefined, true],
])('%s with SMTP_TLS %s: TLS is required: %s', (url, tls, requireTls) => {
  const settings = readSettings({ ...complete, SMTP_URL: url, ...(tls ? { SMTP_TLS: tls } : {}) });
  expect(settings.requireTls).toBe(requireTls);
});

const production = { NODE_ENV: 'production' };
const open = { ...production, HOST: '0.0.0.0' };

test.each([
  [{ ...complete, MAIL: 'off' }, 'off', true],
  // On a server that visitors cannot reach mails are captured.
  [{ HOST: '0.0.0.0', SITE_ORIGIN: complete.SITE_ORIGIN }, 'capture', false],
  [production, 'capture', false],
  [{ ...production, MAIL: '/var/mail/asha' }, 'capture', false], // A login shell sets it.
  [{ ...production, HOST: '::1' }, 'capture', false],
  // A public server without settings is closed, as the container is.
  [open, 'off', false],
  [{ ...production, SITE_ORIGIN: complete.SITE_ORIGIN }, 'off', false],
  [{ ...production, TRUST_PROXY: '1' }, 'off', false],
  [{ ...production, DATABASE_URL: 'postgres://u:p@db.example/circle' }, 'off', false],
  [{ ...open, MAIL: 'capture' }, 'capture', true],
  [{ ...open, MAIL: 'off' }, 'off', true],
  [{ ...open, ...complete }, 'smtp', true],
])(
  'with %j mails are: %s, by a decision of the operator: %s',
  (environment, mode, isConfigured) => {
    expect(readSettings(environment)).toMatchObject({ mode, isConfigured });
  },
);

test('each setting that is missing for sending, or contradicts another, has its own line', () => {
  const others = { CONTACT_FORM_URL: `${site.origin}/form`, PORT: '8080', METRICS_PORT: '8080' };
  const names = readMistakes({ MAIL: 'smtp', ...others }).map((line) => line.split(' ')[0]);
  const sending = ['SMTP_URL', 'MAIL_FROM', 'APP_SECRET', 'CONTACT_EMAIL', 'SITE_ORIGIN'];
  expect(names).toEqual(['CONTACT_FORM_URL', 'METRICS_PORT', ...sending]);
  expect(readMistakes({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
});

test.each([
  [{ MAIL: 'post' }, /^MAIL must be smtp, capture or off/],
  [{ MAIL: 'capture', SMTP_URL: complete.SMTP_URL }, /^MAIL is capture.*SMTP_URL/],
  [{ ...complete, SMTP_URL: 'http://mail.example' }, /^SMTP_URL must begin with smtp:\/\//],
  [{ ...complete, SMTP_TLS: 'maybe' }, /^SMTP_TLS must be required or optional/],
  [{ ...complete, MAIL_FROM: 'nobody' }, /^MAIL_FROM must be an address/],
  [{ ...complete, MAIL_FROM: 'A\r\nBcc: b@c.de <a@b.de>' }, /^MAIL_FROM must be an address/],
  [{ ...complete, CONTACT_EMAIL: 'A@b.Example' }, /^CONTACT_EMAIL must be .* \(SMTP_URL\): A@b/],
  [{ ...complete, APP_SECRET: `${secret} short` }, /^APP_SECRET must have 32 characters/],
  [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must begin with postgres:\/\//],
  [{ DATABASE_URL: 'postgres://u:12/b@db' }, /^DATABASE_URL must .* \/ .* as %2F/],
  [{ DATABASE_URL: 'postgres://a,b/setu' }, /^DATABASE_URL must name one host/],
  [{ DATABASE_URL: 'postgres://u:p@a:1,b:2/setu' }, /^DATABASE_URL must name one host/],
  [{ DATABASE_URL: 'postgres:///setu?host=a,b' }, /^DATABASE_URL must name one host/],
  [
    { DATABASE_URL: 'postgres://db?dbname=setu' },
    /^DATABASE_URL must have the database as its path/,
  ],
  [{ DATABASE_URL: 'postgres://db:99999/setu' }, /^DATABASE_URL cannot be read: Invalid URL/],
  [
    { DATABASE_URL: 'postgres://db/setu?sslrootcert=/no/ca' },
    /^DATABASE_URL cannot be read: a file/,
  ],
  [{ LIMIT_PER_NETWORK: 'few' }, /^LIMIT_PER_NETWORK must be a whole number/],
])('%j stops the start with one line', (environment, line) => {
  expect(readMistakes(environment)).toEqual([expect.stringMatching(line)]);
});

test.each([
  'postgresql:///setu?host=/run/postgresql',
  'postgres://user@/setu?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/setu',
  'postgres://user:pass@[::1]:5432/setu?sslmode=verify-full',
])('each form of DATABASE_URL that the driver supports is accepted: %s', (DATABASE_URL) => {
  expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('the error of an invalid secret does not contain it', () => {
  const urls = { SMTP_URL: 'htp://user:pass-word@mail.example', DATABASE_URL: 'no://pass-word' };
  const lines = readMistakes({ ...urls, APP_SECRET: 'pass-word' });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain('pass-word');
});
