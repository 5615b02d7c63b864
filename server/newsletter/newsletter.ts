import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { consentText } from '#shared/content/newsletter.ts';
import type { OutcomeOf } from '#shared/newsletter/outcomes.ts';
import { countUnrecognised, restoreSecrets } from './former-secrets.ts';
import { createKeys, hashToken, type Keys } from './keys/keys.ts';
import { getSecret, readSecret } from './keys/secrets.ts';
import { createComposer } from './mail/compose.ts';
import type { Mailer, MailOutcome } from './mail/mailer.ts';
import { createCaptureMailer } from './mail/mailer-capture.ts';
import { createSmtpMailer } from './mail/mailer-smtp.ts';
import { concurrency, createOutbox, type Outbox } from './mail/outbox.ts';
import type { OutboxTiming } from './mail/timing.ts';
import { getDatabaseFile, getMailFolder, type NewsletterSettings } from './settings.ts';
import { type ConfirmationState, type NewsletterStore, StoreUnavailable } from './store/store.ts';
import { createPostgresStore } from './store/store-postgres.ts';
import { createSqliteStore } from './store/store-sqlite.ts';
import { type SubscribeResult, subscribe } from './subscribing/subscribe.ts';
import { unsubscribe } from './subscribing/unsubscribe.ts';
import { createTidying, type Tidying } from './tidying.ts';

type Unavailable = 'unavailable';

/** What the routes need. Nothing in it rejects because the database is away. */
export interface Newsletter {
  /** `closed`: the outcome of the form is `not-open`. */
  readonly state: 'open' | 'closed';
  /** Mails are written to a folder instead of being sent. */
  readonly capturesMails: boolean;
  /** The form is open to browsers on this machine alone: it is not configured what becomes of mails. */
  readonly localOnly: boolean;
  subscribe(email: string, subnet: string): Promise<SubscribeResult | { kind: Unavailable }>;
  /** Stores nothing, and takes as long as a subscription. */
  discard(): Promise<void>;
  /** What the page of a confirmation link shows. Changes nothing. */
  getConfirmationState(token: string): Promise<ConfirmationState | Unavailable>;
  /** Whether a link can be one of ours at all; asks no database. */
  isUnsubscribeLink(token: string): boolean;
  /** The second click of the double opt-in. An altered token is `link-expired`. */
  confirm(token: string): Promise<OutcomeOf<'confirm'>>;
  unsubscribe(token: string): Promise<OutcomeOf<'unsubscribe'>>;
}

/** A newsletter that was never open: none of its links can exist. */
export const closedNewsletter: Newsletter = {
  state: 'closed',
  capturesMails: false,
  localOnly: false,
  discard: async () => {},
  subscribe: async () => ({ kind: 'unavailable' }),
  getConfirmationState: async () => 'link-expired',
  isUnsubscribeLink: () => false,
  confirm: async () => 'link-expired',
  unsubscribe: async () => 'link-unknown',
};

/**
 * The least time of a request to subscribe, in milliseconds. The work takes two to ten, and how many
 * depends on what is known of the address: the response time must not reveal it.
 */
const minDuration = 60;

/** How long a visitor waits for the database to be opened, in milliseconds: it may be migrating. */
const openTimeout = 8_000;

/** The version of a consent is a hash of its words: they cannot change without it. */
const consentVersion = createHash('sha256').update(consentText).digest('hex').slice(0, 12);

/** The parts that need no secret: enough to delete what is older than its retention. */
export interface StoreParts {
  readonly store: NewsletterStore;
  /** Opens the store; after a failure the next call tries again. Rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly tidying: Tidying;
}

export interface NewsletterParts extends StoreParts {
  readonly keys: Keys;
  /** Where captured mails are, if there are any. */
  readonly mailFolder: string;
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
  const { settings, logger } = options;
  if (settings.mode === 'off' && !hasStore(settings)) return undefined;
  const secrets = await findSecrets(settings);
  if (!secrets) return undefined;
  const keys = createKeys(secrets);
  const { store, ready, tidying } = createStoreParts(settings, logger, keys);
  const mailFolder = getMailFolder(settings.dataDirectory);
  const mailer = createMailer(options);
  const composer = createComposer({ ...options, keys });
  const { timing = {}, countMail = () => {} } = options;
  const outbox =
    mailer && createOutbox({ store, ready, mailer, composer, keys, logger, timing, countMail });
  return { store, keys, ready, tidying, mailFolder, outbox };
}

/**
 * The store alone, where the newsletter is off, its secret is gone and addresses may be there from
 * before.
 *
 * @returns undefined where there is none
 */
export function createLeftoverParts(
  settings: NewsletterSettings,
  logger: Logger,
): StoreParts | undefined {
  return hasStore(settings) ? createStoreParts(settings, logger) : undefined;
}

function createStoreParts(settings: NewsletterSettings, logger: Logger, keys?: Keys): StoreParts {
  const store = createStore(settings);
  const ready = createOpening(store, logger, keys);
  const mailFolder = getMailFolder(settings.dataDirectory);
  return { store, ready, tidying: createTidying({ store, ready, mailFolder, logger }) };
}

/** The newsletter as the routes see it. */
export function createNewsletter(
  { store, keys, ready, outbox }: NewsletterParts,
  settings: NewsletterSettings,
  logger: Logger,
): Newsletter {
  const attempt = async <Outcome>(act: () => Promise<Outcome>): Promise<Outcome | Unavailable> => {
    try {
      await withTimeout(ready(), openTimeout);
      return await act();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      logger.warn({ reason: getReason(error) }, 'the newsletter’s database cannot be used');
      return 'unavailable';
    }
  };
  return {
    state: settings.mode === 'off' ? 'closed' : 'open',
    capturesMails: settings.mode === 'capture',
    localOnly: settings.localOnly,
    discard: () => sleep(minDuration),
    async subscribe(email, subnet) {
      const { limits } = settings;
      const [outcome] = await Promise.all([
        attempt(() => subscribe(email, subnet, { store, keys, limits, consent: consentVersion })),
        sleep(minDuration),
      ]);
      if (outcome === 'unavailable') return { kind: 'unavailable' };
      if (outcome.kind === 'accepted') outbox?.wake();
      return outcome;
    },
    async getConfirmationState(token) {
      const hash = hashToken(token);
      return hash === undefined ? 'link-expired' : attempt(() => store.getConfirmationState(hash));
    },
    isUnsubscribeLink: (token) => keys.findLinkOwner(token) !== undefined,
    async confirm(token) {
      const hash = hashToken(token);
      if (hash === undefined) return 'link-expired';
      return attempt(() => store.confirm(hash, keys.hashAddressByAll));
    },
    unsubscribe: (token) => attempt(() => unsubscribe(token, { store, keys })),
  };
}

async function findSecrets(settings: NewsletterSettings): Promise<readonly string[] | undefined> {
  const { secrets, mode, dataDirectory } = settings;
  if (secrets.length > 0) return secrets;
  const secret = mode === 'off' ? await readSecret(dataDirectory) : await getSecret(dataDirectory);
  return secret === undefined ? undefined : [secret];
}

function createStore({ databaseUrl, dataDirectory }: NewsletterSettings): NewsletterStore {
  return databaseUrl === undefined
    ? createSqliteStore({ file: getDatabaseFile(dataDirectory) })
    : createPostgresStore({ url: databaseUrl });
}

/** Whether there may be addresses: a database on a server, or a file that has been made. */
function hasStore({ databaseUrl, dataDirectory }: NewsletterSettings): boolean {
  return databaseUrl !== undefined || existsSync(getDatabaseFile(dataDirectory));
}

function createMailer({ settings, print }: PartsOptions): Mailer | undefined {
  const { mode, smtpUrl, requireTls, sender, dataDirectory } = settings;
  switch (mode) {
    case 'smtp':
      return smtpUrl === undefined
        ? undefined
        : createSmtpMailer({ url: smtpUrl, sender, requireTls, maxConnections: concurrency });
    case 'capture':
      return createCaptureMailer(getMailFolder(dataDirectory), sender, print);
    case 'off':
      return undefined;
  }
}

function createOpening(store: NewsletterStore, logger: Logger, keys?: Keys): () => Promise<void> {
  let opening: Promise<void> | undefined;
  const open = async () => {
    try {
      await store.open();
      await store.addConsent(consentVersion, consentText);
      if (keys) await restoreFormerSecrets(store, keys, logger);
    } catch (error) {
      opening = undefined;
      if (error instanceof StoreUnavailable) throw error;
      logger.error({ err: error }, 'the newsletter’s database cannot be opened');
      throw new StoreUnavailable(error);
    }
  };
  return () => {
    opening ??= open();
    return opening;
  };
}

/** @throws StoreUnavailable after so many milliseconds */
async function withTimeout(opening: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new StoreUnavailable(new Error('The tables are still being brought up to date'));
  });
  late.catch(() => {}); // Aborted, or nobody waits for it.
  try {
    await Promise.race([opening, late]);
  } finally {
    timer.abort();
  }
}

/** Suppressed addresses are recognised after the secret was changed, or the log says that they are not. */
async function restoreFormerSecrets(store: NewsletterStore, keys: Keys, logger: Logger) {
  await restoreSecrets(store, keys);
  const suppressions = await countUnrecognised(store, keys);
  if (suppressions === 0) return;
  logger.warn(
    { suppressions },
    'suppressed addresses are not recognised: put the former secret into APP_SECRET, behind the current one, for one start',
  );
}

/** Why the database is away: its own message, which holds no address. */
function getReason({ cause }: StoreUnavailable): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
