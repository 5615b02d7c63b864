import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { describeError, findErrorCode } from '../../describe-error.ts';
import { listMisspelt } from '../../misspelt-variables.ts';
import { type NewsletterSettings, sampleDomain } from '../../newsletter-settings.ts';
import { createKeys } from '../keys/keys.ts';
import { readSecret } from '../keys/secrets.ts';
import { mailLayout } from '../mail/mail-layout.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { countUnrecognised, createMailer, createStore } from '../store-and-outbox.ts';
import { type ExitCode, exitCodes, printError } from './command.ts';
import { writeParagraphs } from './edition-html.ts';

/** A check of one part of the settings. */
interface Check {
  readonly name: 'secret' | 'database' | 'mail server' | 'address' | 'variables';
  /** Resolves to a result for people. Rejects when the part cannot be used. */
  readonly check: () => Promise<string>;
}

/**
 * `check-settings`: checks whether a server with these variables could listen, store and send, and changes nothing. The
 * variables themselves are parsed already. It checks all parts, also after a mistake.
 */
export async function checkSettings(
  config: Config,
  environment: Readonly<Record<string, unknown>>,
  print: (value: unknown, text: string) => void,
): Promise<ExitCode> {
  const results: Record<string, string> = {};
  let hasFailed = false;
  for (const { name, check } of [
    ...listChecks(config.newsletter),
    ...listSiteChecks(config, environment),
  ]) {
    try {
      results[name] = await check();
    } catch (error) {
      hasFailed = true;
      printError(
        `${name}: ${describeError(error instanceof StoreUnavailable ? error.cause : error)}`,
      );
    }
  }
  const lines = Object.entries(results).map(([name, words]) => `${name}: ${words}`);
  print(results, lines.join('\n'));
  return hasFailed ? exitCodes.failed : exitCodes.done;
}

/** The mail of `check-settings --to`. */
export function makeTestEdition(siteName: string) {
  const subject = 'The newsletter can send mail';
  const text = `${siteName} has sent this mail to try its settings. It went the same way as an edition of the newsletter.`;
  return { id: 'test', subject, text, html: mailLayout(subject, siteName, writeParagraphs(text)) };
}

function listChecks(settings: NewsletterSettings): readonly Check[] {
  const { mode, secrets, dataDirectory, databaseUrl, databaseFile } = settings;
  return [
    {
      name: 'secret',
      async check() {
        if (secrets.length > 0) return 'APP_SECRET';
        const known = await readSecret(dataDirectory);
        if (known !== undefined) return 'in DATA_DIR';
        if (mode === 'off') return 'none, and none is needed';
        await mayWrite(dataDirectory);
        return 'the server makes one in DATA_DIR';
      },
    },
    {
      name: 'database',
      async check() {
        if (databaseUrl === undefined && !existsSync(databaseFile)) {
          if (mode === 'off') return 'none, and none is needed';
          await mayWrite(dataDirectory);
          return 'the server makes one in DATA_DIR';
        }
        const store = createStore(settings);
        try {
          const hasTables = await store.check();
          if (hasTables && mode !== 'off') await findSuppressed(store, settings);
        } finally {
          await store.close();
        }
        return databaseUrl === undefined
          ? `can be used: ${databaseFile}`
          : 'can be used: PostgreSQL';
      },
    },
    {
      name: 'mail server',
      async check() {
        if (mode === 'capture') {
          await mayWrite(settings.mailFolder);
          return `none: mails become files in ${settings.mailFolder}`;
        }
        const mailer = createMailer(settings, () => {});
        if (!mailer) return 'none: the newsletter is off';
        try {
          await mailer.check();
        } finally {
          mailer.close();
        }
        return `login accepted: ${new URL(settings.smtpUrl ?? '').host}`;
      },
    },
  ];
}

/** Checks of the settings that do not concern the newsletter. */
function listSiteChecks(
  { host, port, metrics, hasOrigin, site }: Config,
  environment: Readonly<Record<string, unknown>>,
): readonly Check[] {
  return [
    {
      name: 'address',
      async check() {
        const addresses = metrics ? [{ host, port }, metrics] : [{ host, port }];
        for (const address of addresses) await mayListen(address);
        return addresses.map((address) => `${address.host} port ${address.port}`).join(', ');
      },
    },
    {
      name: 'variables',
      async check() {
        const misspelt = listMisspelt(environment).map(
          ({ variable, meant }) => `${variable} is none of ours, ${meant} is probably meant`,
        );
        const samples = { CONTACT_EMAIL: site.email, INVITE_URL: new URL(site.inviteUrl).hostname };
        const shown = Object.entries(samples).filter(([, value]) => sampleDomain.test(value));
        const mistakes = [
          ...misspelt,
          // Without SITE_ORIGIN the site is not public, so samples are no mistake.
          ...(hasOrigin ? shown.map(([name]) => `${name} is a sample, which visitors see`) : []),
        ];
        if (mistakes.length > 0) throw new Error(mistakes.join('; '));
        return hasOrigin ? 'no sample is left' : 'SITE_ORIGIN is not set: addresses are samples';
      },
    },
  ];
}

/** Rejects when this machine does not have the address, or the account may not listen there. */
async function mayListen({ host, port }: { readonly host: string; readonly port: number }) {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    server.close();
  } catch (error) {
    if (findErrorCode(error) !== 'EADDRINUSE') throw error; // The running server uses it.
  }
}

/** Rejects when suppressed addresses would get mail, because this server lacks the secret that recognises them. */
async function findSuppressed(store: NewsletterStore, settings: NewsletterSettings) {
  const kept = await readSecret(settings.dataDirectory);
  const [first, ...others] = settings.secrets;
  const keys = createKeys([first ?? kept ?? randomUUID(), ...others]);
  const count = await countUnrecognised({ store, keys });
  if (count === 0) return;
  throw new Error(
    `${count} suppressed addresses are not recognised and would get mail: put the former secret into APP_SECRET, behind the current one, for one start`,
  );
}

/** Rejects when a folder cannot be written, or its nearest existing parent cannot be if the folder does not exist. */
async function mayWrite(folder: string): Promise<void> {
  let nearest = resolve(folder);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  await access(`${nearest}/.`, constants.W_OK); // The dot makes a file fail.
}
