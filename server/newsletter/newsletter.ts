import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OutcomeOf } from '#shared/content/newsletter-outcomes.ts';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { getMailbox } from '#shared/newsletter/mailbox.ts';
import type { SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import { describeError } from '../describe-error.ts';
import type { NewsletterSettings } from '../newsletter-settings.ts';
import { getRequestId } from '../proxy/request-id.ts';
import { hashToken } from './keys/keys.ts';
import { createLimits } from './limits.ts';
import { actionTimeout, StoreUnavailable } from './store/store.ts';
import { consentVersion, hasKeys, type StoreAndOutbox } from './store-and-outbox.ts';

export interface SubscriptionResult {
  /** `accepted` is stored on disk, whether the address was new, waiting, confirmed or suppressed. */
  readonly kind: SubscriptionOutcome;
  /** Seconds until the limit allows the next request. Only with `limited`. */
  readonly retryAfterSeconds?: number;
}

/** The visitor's actions, for the routes. No method rejects because the database is unavailable. */
export interface Newsletter {
  /** If it is `closed`, the outcome of the form is `not-open`. */
  readonly state: 'open' | 'closed';
  /** Mails are written to a folder instead of being sent. */
  readonly capturesMails: boolean;
  /** The operator has written MAIL=off: pages say so instead of showing the form. */
  readonly isOff?: boolean;
  /** The first click of the double opt-in. `subnet` comes from `getClientSubnet`. */
  subscribe(email: string, subnet: string): Promise<SubscriptionResult>;
  /** Stores nothing, and takes as long as a subscription. */
  discard(): Promise<void>;
  /** Finds the page for a confirmation link, which has the button with `confirm`. Changes nothing. */
  getConfirmationState(token: string): Promise<'confirm' | 'already-confirmed' | 'link-expired'>;
  /** Whether a link can be one of ours; uses no database. */
  isUnsubscribeLink(token: string): boolean;
  /** The second click of the double opt-in. An altered token is `link-expired`. */
  confirm(token: string): Promise<OutcomeOf<'confirm'>>;
  /** A second click is `unsubscribed` as well. An altered token is `link-unknown`. */
  unsubscribe(token: string): Promise<OutcomeOf<'unsubscribe'>>;
}

/** A newsletter that was never open or lost its secret: none of its links can work. */
export const closedNewsletter: Newsletter = {
  state: 'closed',
  capturesMails: false,
  discard: async () => {},
  subscribe: async () => ({ kind: 'unavailable' }),
  getConfirmationState: async () => 'link-expired',
  isUnsubscribeLink: () => false,
  confirm: async () => 'link-expired',
  unsubscribe: async () => 'link-unknown',
};

/** Milliseconds that a request to subscribe takes at least: its duration reveals nothing about the address. */
const minDuration = 250;

/** The newsletter as the routes see it. */
export function createNewsletter(
  opened: StoreAndOutbox | undefined,
  { mode, isConfigured, limits: given }: NewsletterSettings,
  logger: Logger,
): Newsletter {
  const isOff = mode === 'off' && isConfigured;
  if (!hasKeys(opened)) return { ...closedNewsletter, isOff };
  const { store, keys, ready, outbox } = opened;
  const limits = createLimits(given);

  /** `unavailable` is the outcome when the database is. */
  async function attempt<Outcome>(unavailable: Outcome, act: () => Promise<Outcome>) {
    try {
      const opening = ready().then(() => true);
      const isReady = await Promise.race([opening, sleep(actionTimeout, false, { ref: false })]);
      if (isReady) return await act();
      throw new StoreUnavailable(new Error('The tables are still being migrated'));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const reason = describeError(error.cause); // It holds no address.
      logger.warn(
        { requestId: getRequestId(), reason },
        'the newsletter’s database cannot be used',
      );
      return unavailable;
    }
  }

  async function subscribe(text: string, subnet: string): Promise<SubscriptionResult> {
    const email = parseEmailAddress(text);
    if (email.kind !== 'address') return email;
    const retryAfterSeconds = limits.count(subnet);
    if (retryAfterSeconds !== undefined) return { kind: 'limited', retryAfterSeconds };
    const { address, key } = email;
    const mailbox = hash('sha256', getMailbox(key));
    const id = randomUUID();
    const result = await attempt<SubscriptionResult>({ kind: 'unavailable' }, async () => {
      const hashes = keys.hashAddressByAll(key); // The database must be open: it may hold former secrets.
      const request = { id, address, key, mailbox, hashes, consent: consentVersion };
      await store.subscribe(request);
      outbox?.wake();
      return { kind: 'accepted' };
    });
    if (result.kind === 'unavailable') limits.giveBack(subnet);
    return result;
  }

  return {
    state: mode === 'off' ? 'closed' : 'open',
    capturesMails: mode === 'capture',
    isOff,
    discard: () => sleep(minDuration),
    async subscribe(text, subnet) {
      const [result] = await Promise.all([subscribe(text, subnet), sleep(minDuration)]);
      return result;
    },
    async getConfirmationState(token) {
      const hash = hashToken(token);
      if (hash === undefined) return 'link-expired';
      // While the database is unavailable, the page shows the button: its POST reports the problem.
      return attempt('confirm', () => store.getConfirmationState(hash));
    },
    isUnsubscribeLink: (token) => keys.findLinkOwner(token) !== undefined,
    async confirm(token) {
      const hash = hashToken(token);
      if (hash === undefined) return 'link-expired';
      return attempt('unavailable', () => store.confirm(hash, keys.hashAddressByAll));
    },
    async unsubscribe(token) {
      const key = keys.findLinkOwner(token);
      if (key === undefined) return 'link-unknown';
      return attempt<OutcomeOf<'unsubscribe'>>('unavailable', async () => {
        await store.unsubscribe(key, keys.hashAddress(key));
        return 'unsubscribed';
      });
    },
  };
}
