import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { type Config, readGiven, variables } from '../../config.ts';
import {
  describeError,
  describeListenError,
  findErrorCode,
  metricsVariables,
} from '../../describe-error.ts';
import {
  closedByDefault,
  listIgnoredParameters,
  type NewsletterSettings,
  sampleDomain,
  secretVariables,
} from '../../newsletter-settings.ts';
import { trustNobody } from '../../proxy/proxy-trust.ts';
import { createKeys } from '../keys/keys.ts';
import { readSecret } from '../keys/secrets.ts';
import { createComposer } from '../mail/compose.ts';
import { mailLayout } from '../mail/mail-layout.ts';
import { StoreUnavailable } from '../store/store.ts';
import { countUnrecognised, createMailer, createStore, unrecognised } from '../store-and-outbox.ts';
import { CommandFailure, type CommandInput, readAddress } from './command.ts';
import { writeParagraphs } from './edition.ts';
import { sendTest } from './send-edition.ts';

/** Milliseconds for the response of our own server, which may be busy. */
const responseTimeout = 30_000;

/**
 * `check-settings`: checks whether a server with these variables could listen, store and send, and changes nothing. It
 * checks all parts, also after a mistake, and lists the variables.
 */
export async function checkSettings({ config, environment, flags, print }: CommandInput) {
  const address = flags.to === undefined ? undefined : readAddress(flags.to);
  const results: Record<string, string> = listVariables(environment);
  const failures: string[] = [];
  for (const [name, check] of Object.entries(listChecks(config))) {
    try {
      results[name] = await check();
    } catch (error) {
      const reason = error instanceof StoreUnavailable ? error.cause : error;
      failures.push(`${name}: ${describeError(reason)}`);
    }
  }
  const lines = Object.entries(results).map(([name, words]) => `${name}: ${words}`);
  print(results, lines.join('\n'));
  if (failures.length > 0) throw new CommandFailure(failures.join('\n'));
  if (address === undefined) return;
  await sendTestMail(config, address);
  print({ to: address }, `A test mail was sent to ${address}`);
}

async function sendTestMail(
  { newsletter: settings, site, linkOrigin: origin }: Config,
  to: string,
) {
  const keys = createKeys(await readSecrets(settings)); // The server makes the secret, not a check.
  const compose = createComposer({ site, keys, origin });
  const mailer = createMailer(settings, (text) => void process.stderr.write(text));
  const subject = 'The newsletter can send mail';
  const text = `${site.name} has sent this mail to try its settings. It went the same way as an edition of the newsletter.`;
  const html = mailLayout(subject, site.name, writeParagraphs(text));
  await sendTest({ id: 'test', subject, text, html }, to, { compose, mailer }).finally(() =>
    mailer?.close(),
  );
}

/** Lists each variable, so that a misspelt one is seen among those that are not set. */
function listVariables(environment: CommandInput['environment']) {
  const given = readGiven(environment);
  const names = Object.keys(variables.shape);
  const isSet = (name: string) => given[name] !== undefined;
  const show = (name: string) => (secretVariables.includes(name) ? name : `${name}=${given[name]}`);
  return {
    set: names.filter(isSet).map(show).join(', '),
    default: names.filter((name) => !isSet(name)).join(', '),
  };
}

/** Each check resolves to a result for people, and rejects when its part cannot be used. */
function listChecks(config: Config) {
  const { host, port, metrics, hasOrigin, isPublic, trust, site, newsletter: settings } = config;
  const { mode, isConfigured, secrets, dataDirectory, databaseUrl, databaseFile } = settings;
  async function mayBeMade() {
    if (mode === 'off') return 'none, and none is needed';
    await mayWrite(dataDirectory);
    return 'the server makes one in DATA_DIR';
  }
  return {
    async secret() {
      if (secrets.length > 0) return 'APP_SECRET';
      const known = await readSecret(dataDirectory);
      return known === undefined ? mayBeMade() : 'in DATA_DIR';
    },
    async database() {
      if (databaseUrl === undefined && !existsSync(databaseFile)) return mayBeMade();
      const ignored = listIgnoredParameters(databaseUrl ?? '').join(' and ');
      if (ignored !== '')
        throw new Error(`DATABASE_URL has ${ignored}, which the driver ignores: remove it`);
      const store = createStore(settings);
      try {
        const hasTables = await store.check();
        const keys = createKeys(await readSecrets(settings));
        const lost = hasTables && mode !== 'off' ? await countUnrecognised(store, keys) : 0;
        if (lost > 0) throw new Error(`${lost} ${unrecognised}`);
      } finally {
        await store.close();
      }
      return databaseUrl === undefined ? `can be used: ${databaseFile}` : 'can be used: PostgreSQL';
    },
    async 'mail server'() {
      if (mode === 'capture') {
        await mayWrite(settings.mailFolder);
        return `none: mails become files in ${settings.mailFolder}`;
      }
      if (mode === 'off' && !isConfigured) throw new Error(closedByDefault);
      const mailer = createMailer(settings, () => {});
      if (!mailer) return 'none: the newsletter is off';
      try {
        await mailer.check();
      } finally {
        mailer.close();
      }
      const rate = settings.mailRate ?? 'not set: mails are sent without a limit';
      return `login accepted: ${new URL(settings.smtpUrl ?? '').host}; MAIL_RATE is ${rate}`;
    },
    async address() {
      await mayListen({ host, port }, '/healthz', '"uptimeSeconds"');
      if (metrics) await mayListen(metrics, '/metrics', 'site_build_info', metricsVariables);
      const addresses = [{ host, port }, ...(metrics ? [metrics] : [])];
      return addresses.map((address) => `${address.host} port ${address.port}`).join(', ');
    },
    async origin() {
      if (isPublic && !hasOrigin)
        throw new Error('SITE_ORIGIN must be set on a public server: visitors see a sample');
      if (hasOrigin && site.origin.startsWith('https:') && trust === trustNobody)
        throw new Error(
          'TRUST_PROXY is 0, and SITE_ORIGIN begins with https://: a proxy is in front, and without TRUST_PROXY all visitors share a limit',
        );
      return site.origin;
    },
    async samples() {
      const samples = { CONTACT_EMAIL: site.email, INVITE_URL: new URL(site.inviteUrl).hostname };
      const shown = Object.entries(samples).filter(([, value]) => sampleDomain.test(value));
      // Without SITE_ORIGIN the site is not public, so samples are no mistake.
      if (!hasOrigin) return 'SITE_ORIGIN is not set: addresses are samples';
      if (shown.length === 0) return 'none is left';
      const names = shown.map(([name]) => name).join(' and ');
      throw new Error(`visitors see the sample of ${names}`);
    },
  };
}

/** Rejects when nobody may listen there. Our own running server may: only its response at `path` contains `mark`. */
async function mayListen(
  { host, port }: { readonly host: string; readonly port: number },
  path: string,
  mark: string,
  names: Parameters<typeof describeListenError>[2] = {},
) {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    server.close();
  } catch (error) {
    const problem = describeListenError(error, { host, port }, names);
    if (findErrorCode(error) !== 'EADDRINUSE') throw new Error(problem);
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(responseTimeout) })
      .then((each) => each.text())
      .catch(() => '');
    if (!response.includes(mark)) throw new Error(`${problem}, by another program`);
  }
}

/** The secrets that a server would use; a random one where it would make one. */
async function readSecrets({ secrets, dataDirectory }: NewsletterSettings) {
  if (secrets.length > 0) return secrets;
  return [(await readSecret(dataDirectory)) ?? randomUUID()];
}

/** Rejects when a folder cannot be written or made. Makes one for a moment: permissions alone allow it in `/proc`. */
async function mayWrite(folder: string): Promise<void> {
  let nearest = resolve(folder);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const made = await mkdtempDisposable(join(nearest, '.check-')).catch((error: unknown) => {
    throw new Error(`DATA_DIR: ${folder} cannot be written: ${describeError(error)}`);
  });
  await made.remove();
}
