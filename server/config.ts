import * as z from 'zod';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { site } from '#shared/site.ts';
import {
  type NewsletterSettings,
  newsletterVariables,
  oneOf,
  parseNewsletterSettings,
  secretVariables,
  unquote,
  wholeNumber,
} from './newsletter-settings.ts';
import { parseProxyTrust } from './proxy/proxy-trust.ts';

// Zod would compile a function for each schema. Our schemas parse little, so compiling costs more than it saves.
z.config({ jitless: true });

const origin = z
  .string()
  .refine(
    (value) =>
      /^https?:\/\//i.test(value) &&
      URL.canParse(value) &&
      new URL(value).href === `${new URL(value).origin}/`,
    'must be an address without a path, such as https://example.org',
  );

/** The domain becomes ASCII, which every program knows. */
const email = z.string().transform((text, context) => {
  const parsed = parseEmailAddress(text);
  if (parsed.kind === 'address') return parsed.address;
  context.addIssue('must be an e-mail address');
  return z.NEVER;
});

const port = wholeNumber(0, 65_535);

/** A port, or an address and a port: `9464`, `10.0.0.2:9464`, `[::1]:9464`. Undefined for anything else. */
function parseMetricsAddress(text: string) {
  const [, host, bracketed, digits] = /^(?:([^:[\]]+):|\[([^[\]]+)\]:)?(\d{1,5})$/.exec(text) ?? [];
  const number = Number(digits);
  return number <= 65_535 ? { host: host ?? bracketed, port: number } : undefined;
}

/**
 * Every variable that the server reads. None is required. `npm run format` generates the operators' list from it:
 * `description` explains the variable to the operator, and `unset` says what happens if a variable without a default is
 * not set.
 */
export const variables = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development').meta({
    description: '`production` needs the build; the built server is always `production`',
  }),
  PORT: port.default(3000).meta({ description: 'port to listen on; 0 picks a free one' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'address to listen on' }),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').optional().meta({
    description: 'the lowest level that is logged',
    unset: '`info`; at a terminal `warn`',
  }),
  SITE_ORIGIN: origin.prefault(site.origin).meta({
    description:
      'scheme and host of the site. **Set it before launch;** to change it: “Another host”',
  }),
  CONTACT_EMAIL: email.prefault(site.email).meta({ description: 'where visitors write to' }),
  INVITE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of the invite form, beginning with http:// or https://',
    })
    .prefault(site.inviteUrl)
    .meta({ description: 'the external invite form' }),
  CONTACT_FORM_URL: z
    .url({
      protocol: /^https$/,
      error: 'must be the address of the contact form, beginning with https://, or off',
    })
    .or(z.literal('off'))
    .prefault(site.contactFormUrl ?? 'off')
    .transform((value) => (value === 'off' ? undefined : value))
    .meta({
      description: "the contact page's external form, on https and another origin",
    }),
  INDEXING: oneOf('on', 'off').default('on').meta({
    description: '`off` closes the site to search engines',
  }),
  ASSETS_DIR: z.string().optional().meta({
    description: 'set by `npm run dev` alone: the development build of the browser code',
    unset: 'beside the server',
  }),
  TRUST_PROXY: z
    .string()
    .default('0')
    .transform(parseProxyTrust)
    .refine(
      (trust) => trust !== undefined,
      'must be a number of proxies from 0 to 10, or their addresses and networks, such as 10.0.0.0/8',
    )
    .meta({
      description:
        'how many proxies are in front, or their networks (`10.0.0.0/8, 192.0.2.1`). **Behind one set it,** or all visitors share a limit',
    }),
  LIMIT_UNCACHED: wholeNumber(1, 1_000_000_000).default(200).meta({
    description:
      'requests in 10 seconds from a client subnet that are rendered or reach the database; from an IPv6 /48 five times as many',
  }),
  SHUTDOWN_DELAY: wholeNumber(0, 300).default(0).meta({
    description: 'seconds from SIGTERM to the last new connection, for proxies to notice',
  }),
  METRICS_PORT: z
    .string()
    .transform(parseMetricsAddress)
    .refine(
      (address) => address !== undefined,
      'must be a port, or an address and a port, such as 10.0.0.2:9464',
    )
    .optional()
    .meta({
      description:
        'port, or address and port (`10.0.0.2:9464`), of `/metrics` for Prometheus. **Keep it from the public**',
      unset: 'none: no metrics',
    }),
  ...newsletterVariables,
});

type Environment = Readonly<Record<string, string | undefined>>;

/** The fields of `shared/site.ts` that a variable overrides, by its name. */
const fields: Readonly<Record<string, string>> = {
  SITE_ORIGIN: 'origin',
  CONTACT_EMAIL: 'email',
  INVITE_URL: 'inviteUrl',
  CONTACT_FORM_URL: 'contactFormUrl',
};

/**
 * The variables that are set, without quotes around a value: Docker keeps those of an `--env-file`, and systemd removes
 * them. Only APP_SECRET keeps them, because the links in sent mails were made with them. An empty variable counts as not
 * set, and so does a path in MAIL: login shells set it to the user's mailbox (POSIX, "Environment Variables").
 */
export const readGiven = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, name === 'APP_SECRET' ? value : unquote(value)] as const)
      .filter(([name, value]) => value !== '' && !(name === 'MAIL' && value.startsWith('/'))),
  );

/**
 * Parses the environment.
 *
 * @returns the configuration, or one readable line per mistake
 */
export function parseConfig(
  environment: Environment,
): { readonly config: Config } | { readonly mistakes: readonly string[] } {
  const given = readGiven(environment);
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    return {
      mistakes: parsed.error.issues.map(({ path, message }) => {
        const name = path.join('.');
        if (secretVariables.includes(name)) return `${name} ${message}`;
        if (name in given) return `${name} ${message} (it is ${JSON.stringify(given[name])})`;
        return `shared/site.ts: its ${fields[name]} ${message}.`;
      }),
    };
  }
  const { data } = parsed;
  const mistakes: string[] = [];
  const hasOrigin = given['SITE_ORIGIN'] !== undefined;
  const { CONTACT_FORM_URL: contactForm } = data;
  if (contactForm && new URL(contactForm).origin === new URL(data.SITE_ORIGIN).origin) {
    // The frame may run scripts of its origin. On our origin they could access our pages.
    const value = JSON.stringify(contactForm);
    mistakes.push(`CONTACT_FORM_URL must be on another origin than SITE_ORIGIN (it is ${value})`);
  }
  if (data.METRICS_PORT?.port === data.PORT && data.PORT !== 0) {
    mistakes.push(`PORT must be another port than METRICS_PORT (both are ${data.PORT})`);
  }
  const isPublic =
    data.NODE_ENV === 'production' &&
    (!/^(localhost|127\..*|::1)$/.test(data.HOST) ||
      ['SITE_ORIGIN', 'TRUST_PROXY', 'DATABASE_URL'].some((name) => name in given));
  const newsletter = parseNewsletterSettings(data, {
    hasOrigin,
    contactEmail: data.CONTACT_EMAIL,
    isPublic,
  });
  if ('mistakes' in newsletter) return { mistakes: [...mistakes, ...newsletter.mistakes] };
  if (mistakes.length > 0) return { mistakes };
  return { config: createConfig(data, { hasOrigin, isPublic }, newsletter.settings) };
}

export type Config = ReturnType<typeof createConfig>;

function createConfig(
  data: z.infer<typeof variables>,
  given: { readonly hasOrigin: boolean; readonly isPublic: boolean },
  newsletter: NewsletterSettings,
) {
  const { origin } = new URL(data.SITE_ORIGIN);
  const isCaptured = newsletter.mode === 'capture' && !given.hasOrigin;
  return {
    production: data.NODE_ENV === 'production',
    port: data.PORT,
    host: data.HOST,
    // At a terminal a person wants to read about problems, not about each response.
    logLevel: data.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'),
    assetsDirectory: data.ASSETS_DIR,
    indexing: data.INDEXING === 'on',
    trust: data.TRUST_PROXY,
    /** The time from "not ready" to the end of accepting connections, in milliseconds. */
    shutdownDelay: data.SHUTDOWN_DELAY * 1000,
    maxUncached: data.LIMIT_UNCACHED,
    metrics: data.METRICS_PORT && {
      ...data.METRICS_PORT,
      host: data.METRICS_PORT.host ?? data.HOST,
    },
    /** `hasOrigin`: SITE_ORIGIN is set; otherwise the origin is the sample's. `isPublic`: visitors may reach the server. */
    ...given,
    newsletter,
    /** The scheme and host of the links in mails: those of captured mails open on this machine. */
    linkOrigin: isCaptured ? formatLocalUrl(data.HOST, data.PORT) : origin,
    site: {
      ...site,
      origin,
      email: data.CONTACT_EMAIL,
      inviteUrl: data.INVITE_URL,
      contactFormUrl: data.CONTACT_FORM_URL,
    },
  };
}

/** The address of a server on this machine. */
export function formatLocalUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The process's environment: the only reader of `process.env`. In the bundle `NODE_ENV` is the constant `production`. */
export function readEnvironment(): Environment {
  return { ...process.env, NODE_ENV: process.env['NODE_ENV'] };
}
