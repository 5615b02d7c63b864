import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { consentText } from '#shared/content/newsletter.ts';
import type { Site } from '#shared/site.ts';
import type { NewsletterSettings } from '../newsletter-settings.ts';
import { createKeys, type Keys } from './keys/keys.ts';
import { getSecret, readSecret } from './keys/secrets.ts';
import { type Composer, createComposer } from './mail/compose.ts';
import type { Mailer, MailOutcome } from './mail/mailer.ts';
import { createCaptureMailer } from './mail/mailer-capture.ts';
import { createSmtpMailer } from './mail/mailer-smtp.ts';
import { createOutbox } from './mail/outbox.ts';
import { createRetention } from './retention.ts';
import { StoreUnavailable } from './store/store.ts';
import { MigrationFailure } from './store/store-database.ts';
import { createPostgresStore } from './store/store-postgres.ts';
import type { NewsletterStore } from './store/store-sql.ts';
import { createSqliteStore } from './store/store-sqlite.ts';
import type { OutboxTiming } from './timing.ts';

/** The version of a consent is a hash of its words: they cannot change without it. */
export const consentVersion = hash('sha256', consentText).slice(0, 12);

/** This sentence follows a number, or is logged with one. */
export const unrecognised =
  'suppressed addresses are not recognised: put the former secret into APP_SECRET, behind the current one';

interface StoreAndOutboxOptions {
  readonly settings: NewsletterSettings;
  readonly site: Site;
  /** Scheme and host of the links in mails. */
  readonly origin: string;
  readonly logger: Logger;
  /** Prints the text of the capture mode in the terminal. */
  readonly print: (text: string) => void;
  readonly timing?: Partial<OutboxTiming>;
  readonly countMail?: (outcome: MailOutcome) => void;
}

/** Without keys the newsletter is off and has no secret: it only deletes expired data. */
export type StoreAndOutbox = NonNullable<Awaited<ReturnType<typeof createStoreAndOutbox>>>;

export type StoreWithKeys = StoreAndOutbox & { readonly keys: Keys; readonly compose: Composer };

/** Whether the newsletter has its secret. */
export function hasKeys(opened: StoreAndOutbox | undefined): opened is StoreWithKeys {
  return opened?.keys !== undefined && opened.compose !== undefined;
}

/**
 * Creates the store and the outbox for the settings, with their dependencies. The server or a command opens them at its
 * start and closes them at its end.
 *
 * @returns undefined if the newsletter is off and has never been on
 * @throws when the data directory cannot be used
 */
export async function createStoreAndOutbox(options: StoreAndOutboxOptions) {
  const { settings, logger, countMail = () => {} } = options;
  const { mode, databaseUrl, databaseFile, mailFolder, mailInterval } = settings;
  if (mode === 'off' && databaseUrl === undefined && !existsSync(databaseFile)) return undefined;
  const store = createStore(settings);
  const secrets = await findSecrets(settings);
  const keys = secrets && createKeys(secrets);

  let opening: Promise<void> | undefined;
  async function open() {
    try {
      await store.open();
      await store.moveFormerMails();
      await store.addConsent(consentVersion, consentText);
      const suppressions = keys && (await countUnrecognised(store, keys));
      if (suppressions) logger.warn({ suppressions }, unrecognised);
    } catch (error) {
      opening = undefined;
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(error);
    }
  }
  /** Opens the store; after a failure the next call tries again. Rejects with `StoreUnavailable`. */
  const ready = () => {
    opening ??= open();
    return opening;
  };

  const retention = createRetention({ store, ready, keys, mailFolder, logger });
  const mailer = createMailer(settings, options.print);
  const compose = keys && createComposer({ ...options, keys });
  const outbox =
    keys && compose && mailer
      ? createOutbox({ ...options, store, ready, mailer, compose, keys, countMail, mailInterval })
      : undefined;
  return {
    store,
    keys,
    compose,
    mailer,
    outbox,
    ready,
    /** Opens the store in the background, and starts sending and deleting expired data. */
    start() {
      ready().catch((error: unknown) => {
        // Ends the process: nothing helps but another release.
        if (error instanceof StoreUnavailable && error.cause instanceof MigrationFailure)
          throw error.cause;
        logger.warn({ err: error }, 'the newsletter’s database cannot be used');
      });
      retention.start();
      outbox?.start();
    },
    /** Starts no more work. Resolves when mails in flight are sent and stored. */
    async finish() {
      retention.stop();
      await outbox?.stop();
    },
    /** Closes the store: last, because requests may still use it. */
    close: () => store.close(),
  };
}

/** Counts suppressed addresses that no secret finds: they would get mails again. */
export async function countUnrecognised(store: NewsletterStore, keys: Keys): Promise<number> {
  keys.addStoredSecrets(await store.listStoredSecrets());
  return store.countSuppressionsOutside(keys.listSecretIds());
}

async function findSecrets(settings: NewsletterSettings): Promise<readonly string[] | undefined> {
  const { secrets, mode, dataDirectory } = settings;
  if (secrets.length > 0) return secrets;
  const secret = mode === 'off' ? await readSecret(dataDirectory) : await getSecret(dataDirectory);
  return secret === undefined ? undefined : [secret];
}

/** The store of these settings, not open yet. */
export function createStore({ databaseUrl, databaseFile }: NewsletterSettings): NewsletterStore {
  return databaseUrl === undefined
    ? createSqliteStore({ file: databaseFile })
    : createPostgresStore({ url: databaseUrl });
}

/** The mailer for these settings; undefined if none is needed. */
export function createMailer(
  { mode, smtpUrl, requireTls, sender, mailFolder }: NewsletterSettings,
  print: (text: string) => void,
): Mailer | undefined {
  if (mode === 'capture') return createCaptureMailer(mailFolder, sender, print);
  if (mode === 'off' || smtpUrl === undefined) return undefined;
  return createSmtpMailer({ url: smtpUrl, sender, requireTls });
}
