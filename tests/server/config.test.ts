import { expect, test } from 'vitest';
import { type Config, parseConfig, variables } from '#server/config.ts';
import { newsletterVariables } from '#server/newsletter/settings.ts';
import { site } from '#shared/site.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function readConfig(environment: Environment): Config {
  const parsed = parseConfig(environment);
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  return parsed.config;
}

function readMistakes(environment: Environment): readonly string[] {
  const parsed = parseConfig(environment);
  return 'mistakes' in parsed ? parsed.mistakes : [];
}

test('without any configuration there is a development server on port 3000', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    logLevel: 'info',
    indexing: true,
    site,
    assetsDirectory: undefined,
    metrics: undefined,
    cachesPages: true,
    sendsTags: false,
    sendsTiming: false,
    hstsIncludeSubDomains: false,
  });
});

test('every variable is used', () => {
  const environment = {
    NODE_ENV: 'production',
    PORT: '8080',
    HOST: '0.0.0.0',
    LOG_LEVEL: 'warn',
    SITE_ORIGIN: 'https://network.example',
    CONTACT_EMAIL: 'write@network.example',
    INVITE_URL: 'https://forms.example/other?id=1',
    CONTACT_FORM_URL: 'https://forms.example/contact',
    INDEXING: 'off',
    HSTS_SUBDOMAINS: 'on',
    LIMIT_UNCACHED: '50',
    TRUST_PROXY: '1',
    PAGE_CACHE: 'off',
    PAGE_CACHE_MEGABYTES: '2',
    SHUTDOWN_DELAY: '3',
    MAX_CONNECTIONS: '4',
    CACHE_TAGS: 'on',
    SERVER_TIMING: 'on',
    ASSETS_DIR: '/somewhere',
    METRICS_PORT: '9464',
    METRICS_HOST: '0.0.0.0',
    MAIL: 'off',
  };
  const own = Object.keys(variables.shape).filter((name) => !(name in newsletterVariables));
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(own));
  const { trust, ...config } = readConfig(environment);
  expect([trust('192.0.2.1', 0), trust('192.0.2.1', 1)]).toEqual([true, false]);
  expect(config).toMatchObject({
    cachesPages: false,
    pageCacheBytes: 2_097_152,
    shutdownDelay: 3_000,
    maxConnections: 4,
    sendsTags: true,
    sendsTiming: true,
    metrics: { port: 9464, host: '0.0.0.0' },
    production: true,
    port: 8080,
    host: '0.0.0.0',
    logLevel: 'warn',
    indexing: false,
    hstsIncludeSubDomains: true,
    maxUncached: 50,
    assetsDirectory: '/somewhere',
    site: {
      ...site,
      origin: 'https://network.example',
      email: 'write@network.example',
      inviteUrl: 'https://forms.example/other?id=1',
      contactFormUrl: 'https://forms.example/contact',
    },
  });
});

test('an empty variable counts as not set', () => {
  const names = Object.keys(variables.shape);
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  const others = { PATH: '/bin', npm_config_port: 'y' }; // not ours
  expect(readConfig({ ...empty, ...others })).toEqual(readConfig({}));
});

test.each([
  ['https://network.example/', 'https://network.example'],
  ['HTTPS://Network.Example', 'https://network.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
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
  INDEXING: ['no'],
  METRICS_PORT: ['yes'],
  HSTS_SUBDOMAINS: ['yes'],
  LIMIT_UNCACHED: ['0'],
  PAGE_CACHE_MEGABYTES: ['0', '1025', '1.5'],
  SHUTDOWN_DELAY: ['-1', '301'],
  MAX_CONNECTIONS: ['0'],
  TRUST_PROXY: ['11', '10.0.0.0/33', 'proxy.example'],
  PAGE_CACHE: ['yes'],
  CACHE_TAGS: ['yes'],
  SERVER_TIMING: ['yes'],
};

test.each(Object.entries(mistaken))(
  'a mistake is one readable line that names %s and what it was',
  (name, values) => {
    for (const value of values) {
      const mistakes = readMistakes({ [name]: value });
      expect(mistakes).toHaveLength(1);
      expect(mistakes[0]).toMatch(new RegExp(`^${name} must be [a-z].+`));
      expect(mistakes[0]).toContain(`(it is ${JSON.stringify(value)})`);
      expect(mistakes[0]).not.toContain('\n');
    }
  },
);
