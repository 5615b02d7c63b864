import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { consentText } from '#shared/content/newsletter.ts';
import { createComposer } from './compose.ts';
import { confirm } from './confirm.ts';
import { createKeys, hashToken, type Keys } from './keys.ts';
import type { Mailer } from './mailer.ts';
import { createCaptureMailer } from './mailer-capture.ts';
import { createSmtpMailer } from './mailer-smtp.ts';
import { concurrency, createOutbox, type Outbox } from './outbox.ts';
import { keepSecret, readSecret } from './secrets.ts';
import { findDatabaseFile, findMailFolder, type NewsletterSettings } from './settings.ts';
import { type ConfirmOutcome, type NewsletterStore, StoreUnavailable } from './store.ts';
import { createPostgresStore } from './store-postgres.ts';
import { createSqliteStore } from './store-sqlite.ts';
import { type SubscribeOutcome, subscribe } from './subscribe.ts';
import type { OutboxTiming } from './timing.ts';
import { type UnsubscribeOutcome, unsubscribe } from './unsubscribe.ts';

type Unavailable = 'unavailable';

/** What the routes need. Nothing in it rejects because the database is away. */
export interface Newsletter {
  /** `closed`: the form answers that the newsletter is not open. */
  readonly state: 'open' | 'closed';
  /** Mails are kept in a folder instead of being sent. */
  readonly onTrial: boolean;
  subscribe(email: string, network: string): Promise<SubscribeOutcome | { kind: Unavailable }>;
  /** Whether a link can be one of ours at all; asks no database. */
  isConfirmLink(token: string): boolean;
  isUnsubscribeLink(token: string): boolean;
  confirm(token: string): Promise<ConfirmOutcome | Unavailable>;
  unsubscribe(token: string): Promise<UnsubscribeOutcome | Unavailable>;
}

/** A newsletter that never was open: no link of it can exist. */
export const closedNewsletter: Newsletter = {
  state: 'closed',
  onTrial: false,
  subscribe: async () => ({ kind: 'unavailable' }),
  isConfirmLink: () => false,
  isUnsubscribeLink: () => false,
  confirm: async () => 'expired',
  unsubscribe: async () => 'unknown-link',
};

/**
 * No subscription is answered sooner, in milliseconds. The work takes two to ten, a little more or
 * less by what is known of the address; nobody can measure that from outside.
 */
const shortestAnswer = 60;

/** A visitor waits so long for the database to be opened, in milliseconds: it may be migrating. */
const openTimeout = 8_000;

/** The version of a consent is a hash of its words: they cannot change without it. */
const consentVersion = createHash('sha256').update(consentText).digest('hex').slice(0, 12);

export interface NewsletterParts {
  readonly store: NewsletterStore;
  readonly keys: Keys;
  /** Opens the store; after a failure the next call tries again. Rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  /** Undefined where no mail leaves. */
  readonly outbox: Outbox | undefined;
}

interface PartsChoice {
  readonly settings: NewsletterSettings;
  readonly siteName: string;
  readonly contactEmail: string;
  readonly findOrigin: () => string;
  readonly logger: Logger;
  /** Takes the capture mode's words for the terminal. */
  readonly print: (text: string) => void;
  readonly timing?: Partial<OutboxTiming>;
}

/**
 * Store, keys and outbox as the settings want them; for the server and for the command line.
 *
 * @returns undefined where the newsletter is off and has never been on
 * @throws when the data directory cannot be used
 */
export async function createNewsletterParts(
  choice: PartsChoice,
): Promise<NewsletterParts | undefined> {
  const { settings, logger } = choice;
  const secrets = await findSecrets(settings);
  if (!secrets) return undefined;
  const keys = createKeys(secrets);
  const store = createStore(settings);
  const ready = createOpening(store, logger);
  const mailer = createMailer(choice);
  const composer = createComposer({ ...choice, keys });
  const { timing } = choice;
  const outbox =
    mailer &&
    createOutbox({ store, ready, mailer, composer, keys, logger, ...(timing ? { timing } : {}) });
  return { store, keys, ready, outbox };
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
      logger.warn({ reason: findReason(error) }, 'the newsletter’s database cannot be used');
      return 'unavailable';
    }
  };
  return {
    state: settings.mode === 'off' ? 'closed' : 'open',
    onTrial: settings.mode === 'capture',
    async subscribe(email, network) {
      const { limits } = settings;
      const [outcome] = await Promise.all([
        attempt(() => subscribe(email, network, { store, keys, limits, consent: consentVersion })),
        sleep(shortestAnswer),
      ]);
      if (outcome === 'unavailable') return { kind: 'unavailable' };
      if (outcome.kind === 'accepted') outbox?.wake();
      return outcome;
    },
    isConfirmLink: (token) => hashToken(token) !== undefined,
    isUnsubscribeLink: (token) => keys.findSubscriberId(token) !== undefined,
    confirm: (token) => attempt(() => confirm(token, { store, keys })),
    unsubscribe: (token) => attempt(() => unsubscribe(token, { store, keys })),
  };
}

async function findSecrets(settings: NewsletterSettings): Promise<readonly string[] | undefined> {
  const { secrets, mode, dataDirectory } = settings;
  if (secrets.length > 0) return secrets;
  const kept = mode === 'off' ? await readSecret(dataDirectory) : await keepSecret(dataDirectory);
  return kept === undefined ? undefined : [kept];
}

function createStore({ databaseUrl, dataDirectory }: NewsletterSettings): NewsletterStore {
  return databaseUrl === undefined
    ? createSqliteStore({ file: findDatabaseFile(dataDirectory) })
    : createPostgresStore({ url: databaseUrl });
}

function createMailer({ settings, print }: PartsChoice): Mailer | undefined {
  const { mode, smtpUrl, requireTls, sender, dataDirectory } = settings;
  switch (mode) {
    case 'smtp':
      return smtpUrl === undefined
        ? undefined
        : createSmtpMailer({ url: smtpUrl, sender, requireTls, maxConnections: concurrency });
    case 'capture':
      return createCaptureMailer(findMailFolder(dataDirectory), sender, print);
    case 'off':
      return undefined;
  }
}

function createOpening(store: NewsletterStore, logger: Logger): () => Promise<void> {
  let opening: Promise<void> | undefined;
  const open = async () => {
    try {
      await store.open();
      await store.rememberConsent(consentVersion, consentText);
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
  late.catch(() => {}); // It has been aborted, or nobody waits any more.
  try {
    await Promise.race([opening, late]);
  } finally {
    timer.abort();
  }
}

/** Why the database is away: its own words, which hold no address. */
function findReason({ cause }: StoreUnavailable): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
