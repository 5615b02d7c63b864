import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { consentText } from '#shared/content/newsletter.ts';
import { createKeys, type Keys } from './keys/keys.ts';
import { getSecret, readSecret } from './keys/secrets.ts';
import { createComposer } from './mail/compose.ts';
import type { Mailer, MailOutcome } from './mail/mailer.ts';
import { createCaptureMailer } from './mail/mailer-capture.ts';
import { createSmtpMailer } from './mail/mailer-smtp.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import type { OutboxTiming } from './mail/timing.ts';
import { getDatabaseFile, getMailFolder, type NewsletterSettings } from './settings.ts';
import { StoreUnavailable } from './store/store.ts';
import { createPostgresStore } from './store/store-postgres.ts';
import type { NewsletterStore } from './store/store-sql.ts';
import { createSqliteStore } from './store/store-sqlite.ts';
import { createTidying } from './tidying.ts';

/** The version of a consent is a hash of its words: they cannot change without it. */
export const consentVersion = createHash('sha256').update(consentText).digest('hex').slice(0, 12);

export interface NewsletterParts extends ReturnType<typeof createStoreParts> {
  readonly keys: Keys;
  /** Undefined where no mail leaves. */
  readonly outbox: Outbox | undefined;
}

interface PartsOptions {
  readonly settings: NewsletterSettings;
  readonly siteName: string;
  readonly contactEmail: string;
  readonly getOrigin: () => string;
  readonly logger: Logger;
  /** Prints what the capture mode says in the terminal. */
  readonly print: (text: string) => void;
  readonly timing?: Partial<OutboxTiming>;
  /** Counts the attempts to send; by default nothing is counted. */
  readonly countMail?: (outcome: MailOutcome) => void;
}

/**
 * Store, keys and outbox as the settings want them; for the server and for the command line.
 *
 * @returns undefined where the newsletter is off and has never been on
 * @throws when the data directory cannot be used
 */
export async function createNewsletterParts(
  options: PartsOptions,
): Promise<NewsletterParts | undefined> {
  const { settings, logger, countMail = () => {} } = options;
  if (settings.mode === 'off' && !hasStore(settings)) return undefined;
  const secrets = await findSecrets(settings);
  if (!secrets) return undefined;
  const keys = createKeys(secrets);
  const parts = createStoreParts(settings, logger, keys);
  const mailer = createMailer(options);
  const compose = createComposer({ ...options, keys });
  const outbox = mailer && createOutbox({ ...options, ...parts, mailer, compose, keys, countMail });
  return { ...parts, keys, outbox };
}

/**
 * The store alone, where the newsletter is off, its secret is gone and addresses may be there from
 * before.
 *
 * @returns undefined where there is none
 */
export function createLeftoverParts(settings: NewsletterSettings, logger: Logger) {
  return hasStore(settings) ? createStoreParts(settings, logger) : undefined;
}

/** The parts that need no secret: enough to delete what is older than its retention. */
function createStoreParts(settings: NewsletterSettings, logger: Logger, keys?: Keys) {
  const { databaseUrl, dataDirectory } = settings;
  const store =
    databaseUrl === undefined
      ? createSqliteStore({ file: getDatabaseFile(dataDirectory) })
      : createPostgresStore({ url: databaseUrl });
  const mailFolder = getMailFolder(dataDirectory); // of captured mails, if there are any
  let opening: Promise<void> | undefined;
  async function open() {
    try {
      await store.open();
      await store.addConsent(consentVersion, consentText);
      if (keys) await restoreSecrets(store, keys, logger);
    } catch (error) {
      opening = undefined;
      if (error instanceof StoreUnavailable) throw error;
      logger.error({ err: error }, 'the newsletter’s database cannot be opened');
      throw new StoreUnavailable(error);
    }
  }
  /** Opens the store; after a failure the next call tries again. Rejects with `StoreUnavailable`. */
  const ready = () => {
    opening ??= open();
    return opening;
  };
  const tidying = createTidying({ store, ready, mailFolder, logger });
  return { store, ready, tidying, mailFolder };
}

/**
 * The fingerprint of a suppressed address is a hash that takes the secret, and it cannot be made anew:
 * nobody has the address any more. So the database stores every secret that fingerprints were made
 * with, encrypted with the secrets that were given beside it (`APP_SECRET=new,old` for one start is
 * enough). A copy of the database alone reveals nothing. This reads the secrets of earlier starts and
 * stores all for later ones.
 */
async function restoreSecrets(store: NewsletterStore, keys: Keys, logger: Logger) {
  const suppressions = await countUnrecognised({ store, keys });
  await store.addSecrets(keys.sealSecrets());
  if (suppressions === 0) return;
  logger.warn(
    { suppressions },
    'suppressed addresses are not recognised: put the former secret into APP_SECRET, behind the current one, for one start',
  );
}

/**
 * Counts suppressed addresses whose secret is lost: they would be written to again. An upper bound, since
 * fingerprints of the first version do not say whose they are.
 */
export async function countUnrecognised({
  store,
  keys,
}: Pick<NewsletterParts, 'store' | 'keys'>): Promise<number> {
  const lost = keys.restoreSecrets(await store.listSecrets());
  return store.countSuppressionsOf(lost);
}

async function findSecrets(settings: NewsletterSettings): Promise<readonly string[] | undefined> {
  const { secrets, mode, dataDirectory } = settings;
  if (secrets.length > 0) return secrets;
  const secret = mode === 'off' ? await readSecret(dataDirectory) : await getSecret(dataDirectory);
  return secret === undefined ? undefined : [secret];
}

/** Whether there may be addresses: a database on a server, or a file that has been made. */
function hasStore({ databaseUrl, dataDirectory }: NewsletterSettings): boolean {
  return databaseUrl !== undefined || existsSync(getDatabaseFile(dataDirectory));
}

function createMailer({ settings, print }: PartsOptions): Mailer | undefined {
  const { mode, smtpUrl, requireTls, sender, dataDirectory } = settings;
  if (mode === 'capture') return createCaptureMailer(getMailFolder(dataDirectory), sender, print);
  if (mode === 'off' || smtpUrl === undefined) return undefined;
  return createSmtpMailer({ url: smtpUrl, sender, requireTls });
}
