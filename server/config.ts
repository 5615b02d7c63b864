import { z } from 'zod';
import { type Site, site } from '#shared/site.ts';
import {
  type NewsletterSettings,
  newsletterVariables,
  parseNewsletterSettings,
  secretVariables,
} from './newsletter/settings.ts';
import { type ProxyTrust, parseProxyTrust, trustNobody } from './proxy/proxy-trust.ts';

const httpUrl = (words: string) =>
  z.url({ protocol: /^https?$/, error: `must be ${words}, beginning with http:// or https://` });

const origin = z
  .string()
  .refine(
    (value) =>
      /^https?:/i.test(value) &&
      URL.canParse(value) &&
      new URL(value).origin === value.replace(/\/$/, '').toLowerCase(),
    'must be an address without a path, such as https://example.org',
  );

const proxyText =
  'must be a number of proxies from 0 to 10, or their addresses and networks, such as 10.0.0.0/8';

const wholeNumber = (least: number, most: number) => {
  const text = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(text).int(text).min(least, text).max(most, text);
};

const portText = 'must be a number from 0 to 65535';

/** Every variable the server reads. Nothing has to be set. */
const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portText)
    .transform(Number)
    .refine((port) => port <= 65_535, portText)
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  SITE_ORIGIN: origin.default(site.origin),
  CONTACT_EMAIL: z.email('must be an e-mail address').default(site.email),
  INVITE_URL: httpUrl('the address of the invite form').default(site.inviteUrl),
  CONTACT_FORM_URL: httpUrl('the address of the contact form').optional(),
  /** `off` closes the site to search engines, for a copy that nobody should find. */
  INDEXING: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** Set by `npm run dev`: where the development build of the browser code lies. */
  ASSETS_DIR: z.string().optional(),
  /** Whose word on the visitor's address, scheme and host counts. */
  TRUST_PROXY: z
    .string()
    .default('0')
    .transform(parseProxyTrust)
    .refine((trust) => trust !== undefined, proxyText),
  PAGE_CACHE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PAGE_CACHE_MEGABYTES: wholeNumber(1, 1024).default(16),
  SHUTDOWN_DELAY: wholeNumber(0, 300).default(0),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(4096),
  ...newsletterVariables,
});

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly logLevel: string;
  readonly site: Site;
  /** Whether search engines are welcome. */
  readonly indexing: boolean;
  readonly assetsDirectory: string | undefined;
  readonly trust: ProxyTrust;
  /** Whether finished pages are kept, and how much memory they may take, in bytes. */
  readonly keepsPages: boolean;
  readonly pageCacheBytes: number;
  /** From "not ready" to refusing connections, in milliseconds. */
  readonly shutdownDelay: number;
  readonly mostConnections: number;
  /** Whether SITE_ORIGIN was given, rather than the sample's. */
  readonly hasOrigin: boolean;
  readonly newsletter: NewsletterSettings;
}

/**
 * Reads the environment. The only reader of `process.env`; an empty variable counts as not set.
 *
 * @returns the configuration, or one readable line per mistake
 */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly config: Config } | { readonly mistakes: readonly string[] } {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    return {
      mistakes: parsed.error.issues.map(({ path, message }) => {
        const name = path.join('.');
        const value = secretVariables.includes(name)
          ? ''
          : ` (it is ${JSON.stringify(given[name])})`;
        return `${name} ${message}${value}`;
      }),
    };
  }
  const { data } = parsed;
  const hasOrigin = given['SITE_ORIGIN'] !== undefined;
  const newsletter = parseNewsletterSettings(data, { hasOrigin, contactEmail: data.CONTACT_EMAIL });
  if ('mistakes' in newsletter) return newsletter;
  return {
    config: {
      production: data.NODE_ENV === 'production',
      port: data.PORT,
      host: data.HOST,
      logLevel: data.LOG_LEVEL,
      assetsDirectory: data.ASSETS_DIR,
      indexing: data.INDEXING === 'on',
      trust: data.TRUST_PROXY ?? trustNobody,
      keepsPages: data.PAGE_CACHE === 'on',
      pageCacheBytes: data.PAGE_CACHE_MEGABYTES * 1024 ** 2,
      shutdownDelay: data.SHUTDOWN_DELAY * 1000,
      mostConnections: data.MAX_CONNECTIONS,
      hasOrigin,
      newsletter: newsletter.settings,
      site: {
        ...site,
        origin: new URL(data.SITE_ORIGIN).origin,
        email: data.CONTACT_EMAIL,
        inviteUrl: data.INVITE_URL,
        contactFormUrl: data.CONTACT_FORM_URL ?? site.contactFormUrl,
      },
    },
  };
}

/** The process's environment. In the bundle `NODE_ENV` is the constant `production`. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env, NODE_ENV: process.env['NODE_ENV'] };
}
