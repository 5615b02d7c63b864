import { expect, test } from 'vitest';
import { variables } from '#server/config.ts';
import { site } from '#shared/site.ts';
import { readConfig, readMistakes } from '../helpers/site/read-config.ts';

test('without configuration the server is a development server on port 3000', () => {
  expect(readConfig({})).toMatchObject({
    ...{ production: false, port: 3000, host: '127.0.0.1', logLevel: 'info', indexing: true, site },
    ...{ assetsDirectory: undefined, metrics: undefined },
  });
});

const secret = 'x'.repeat(32);
const smtpUrl = 'smtp://user:pass-word@mail.example:587';
const databaseUrl = 'postgres://u:p@db.example/circle';
const formUrl = 'https://forms.example/contact?id=1';

/** A value for each variable, and its effect on the configuration. */
const used: Readonly<Record<string, readonly [text: string, part: object]>> = {
  NODE_ENV: ['production', { production: true }],
  PORT: ['8080', { port: 8080 }],
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  LOG_LEVEL: ['warn', { logLevel: 'warn' }],
  SITE_ORIGIN: ['https://circle.example', { site: { origin: 'https://circle.example' } }],
  CONTACT_EMAIL: ['write@example.org', { site: { email: 'write@example.org' } }],
  INVITE_URL: [formUrl, { site: { inviteUrl: formUrl, name: site.name } }],
  CONTACT_FORM_URL: [formUrl, { site: { contactFormUrl: formUrl } }],
  INDEXING: ['off', { indexing: false }],
  ASSETS_DIR: ['/somewhere', { assetsDirectory: '/somewhere' }],
  TRUST_PROXY: ['1', { trust: expect.toSatisfy((trust) => trust('a', 0) && !trust('a', 1)) }],
  LIMIT_UNCACHED: ['50', { maxUncached: 50 }],
  SHUTDOWN_DELAY: ['3', { shutdownDelay: 3_000 }],
  METRICS_PORT: ['10.0.0.2:9464', { metrics: { host: '10.0.0.2', port: 9464 } }],
  SMTP_URL: [smtpUrl, { newsletter: { mode: 'smtp', smtpUrl, requireTls: true } }],
  MAIL_FROM: [
    'Our Circle <News@Circle.example>',
    { newsletter: { sender: { name: 'Our Circle', address: 'News@circle.example' } } },
  ],
  APP_SECRET: [`${secret}, ${secret}2`, { newsletter: { secrets: [secret, `${secret}2`] } }],
  DATA_DIR: ['/d', { newsletter: { databaseFile: '/d/newsletter.sqlite', mailFolder: '/d/mail' } }],
  DATABASE_URL: [databaseUrl, { newsletter: { databaseUrl } }],
  MAIL_RATE: ['100/h', { newsletter: { mailRate: '100/h', mailInterval: 36_000 } }],
  LIMIT_PER_NETWORK: ['2', { newsletter: { limits: { subnet: 2 } } }],
  LIMIT_OVERALL: ['3', { newsletter: { limits: { overall: 3 } } }],
};

test('every variable is used', () => {
  // newsletter-settings.test.ts tests the other variables.
  const others = ['SMTP_TLS', 'MAIL'];
  expect([...Object.keys(used), ...others].sort()).toEqual(Object.keys(variables.shape).sort());
  const texts = Object.entries(used).map(([name, [text]]) => [name, text]);
  const config = readConfig(Object.fromEntries(texts));
  for (const [, part] of Object.values(used)) expect(config).toMatchObject(part);
});

test('an empty variable counts as not set', () => {
  const empty = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, '']));
  const others = { PATH: '/bin', npm_config_port: 'y' }; // a variable that is not ours
  expect(readConfig({ ...empty, ...others })).toEqual(readConfig({}));
});

test.each([
  ['https://network.example/', 'https://network.example'],
  ['HTTPS://Network.Example', 'https://network.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://bücher.example:443', 'https://xn--bcher-kva.example'],
])('SITE_ORIGIN=%s is the origin %s', (text, origin) => {
  expect(readConfig({ SITE_ORIGIN: text }).site.origin).toBe(origin);
});

const mistaken: Readonly<Record<string, readonly string[]>> = {
  PORT: ['abc', '-1', '-1.5', '65536', ' ', '0x10', '1e3', '80\n80'],
  SITE_ORIGIN: [
    ...['network.example', 'nonsense', '//network.example', 'ftp://network.example'],
    ...['/path', '//', '/?a=1', '#top'].map((end) => `https://network.example${end}`),
    ...['javascript:alert(1)', 'https://name:password@network.example'],
  ],
  CONTACT_EMAIL: ['me', 'me@localhost', 'Me <me@network.example>', 'me@network.example?subject=x'],
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
  SHUTDOWN_DELAY: ['-1', '301'],
  TRUST_PROXY: ['11', '10.0.0.0/33', 'proxy.example'],
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
