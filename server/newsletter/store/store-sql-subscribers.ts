import * as z from 'zod';
import type { OutcomeOf } from '#shared/newsletter/outcomes.ts';
import {
  type Submission,
  type Subscriber,
  type SubscriptionRequest,
  subscriberRow,
} from './store.ts';
import {
  after,
  type Database,
  joinParts,
  listColumns,
  listValues,
  type Run,
  sql,
} from './store-database.ts';

/** At most `max` requests in `window` milliseconds. The key is a keyed hash, never an address. */
type Limit = { readonly key: string; readonly max: number; readonly window: number };

const hitsRow = z.object({ key: z.string(), hits: z.number(), remaining: z.number() });

/**
 * Queries for visitors' actions, each with its outcome, and the list of subscribers. `deadline` is a time of
 * `performance.now()` and covers everything that one visitor waits for: see `Database.transaction`.
 */
export function createSubscriberQueries(database: Database) {
  const { run, now, forUpdate, transaction } = database;
  const selectToken = (tokenHash: string) => sql`
    SELECT s.id, s.address_key, s.status, c.expires_at > ${now} AS valid
    FROM newsletter_confirmations c JOIN newsletter_subscribers s ON s.id = c.subscriber_id
    WHERE c.hash = ${tokenHash}`;
  /** A transaction that a visitor waits for. */
  const act = <Result>(
    durability: 'durable' | 'loose',
    deadline: number | undefined,
    statements: (run: Run) => Promise<Result>,
  ) => transaction(durability, ({ run: inside }) => statements(inside), deadline);
  const matches = ({ owner, key }: Submission) => sql`owner = ${owner} AND key = ${key}`;
  return {
    /**
     * Counts one hit against each limit, up to the first that is exceeded, so that a rejected request does not use up
     * the later limits. A rejected request adds no row, so that nobody can fill the tables. Call it with the limits in
     * the same order always, or replicas could deadlock. A submission that was counted and allowed before is not counted
     * again.
     * @returns undefined, or the milliseconds after which the exceeded limit allows one again
     */
    count: (limits: readonly Limit[], submission?: Submission, deadline?: number) =>
      act('loose', deadline, async (inside) => {
        if (submission) {
          const { owner, key, lifetime } = submission;
          const isNew = await inside(sql`
            INSERT INTO newsletter_submissions (owner, key, is_stored, ends_at)
            VALUES (${owner}, ${key}, 0, ${after(database, lifetime)})
            ON CONFLICT (owner, key) DO NOTHING RETURNING 1`);
          if (isNew.length === 0) return undefined;
        }
        // A window that ends later than one that begins now is over too: the clock was set back. The tolerance of one
        // minute is for transactions that began just before this one.
        const over = sql`(newsletter_limits.ends_at <= ${now}
          OR newsletter_limits.ends_at > excluded.ends_at + 60000)`;
        const firstHits = limits.map(
          ({ key, window }) => sql`(${key}, 1, ${after(database, window)})`,
        );
        // One statement for all limits, because a visitor waits for each statement.
        const rows = await inside(sql`
          INSERT INTO newsletter_limits (key, hits, ends_at) VALUES ${joinParts(firstHits)}
          ON CONFLICT (key) DO UPDATE SET
            hits = CASE WHEN ${over} THEN 1 ELSE newsletter_limits.hits + 1 END,
            ends_at = CASE WHEN ${over} THEN excluded.ends_at ELSE newsletter_limits.ends_at END
          RETURNING key, hits, ends_at - ${now} AS remaining`);
        const counted = rows.map((row) => hitsRow.parse(row));
        for (const [index, { key, max }] of limits.entries()) {
          const row = counted.find((each) => each.key === key);
          if (!row || row.hits <= max) continue;
          const added = counted.filter(({ hits }) => hits === 1).map((each) => each.key);
          const later = limits.slice(index + 1).map((limit) => limit.key);
          await inside(sql`DELETE FROM newsletter_limits WHERE key IN (${listValues(added)})`);
          await inside(sql`
            UPDATE newsletter_limits SET hits = hits - 1 WHERE key IN (${listValues(later)})`);
          if (submission)
            await inside(sql`DELETE FROM newsletter_submissions WHERE ${matches(submission)}`);
          return Math.max(1, row.remaining);
        }
        return undefined;
      }),

    /**
     * Stores subscriber and mail in one transaction, on disk when it resolves. It never reveals which case it was: for
     * every address the same statements run, one row or more is written, which is the purpose of `asked_at`, and one
     * transaction reaches the disk. A submission that is stored already changes nothing.
     */
    subscribe: (
      { id, address, key, hashes, consent, submission }: SubscriptionRequest,
      deadline?: number,
    ) =>
      act('durable', deadline, async (inside) => {
        if (submission) {
          const isNew = await inside(sql`
          UPDATE newsletter_submissions SET is_stored = 1
          WHERE ${matches(submission)} AND is_stored = 0 RETURNING 1`);
          if (isNew.length === 0) return;
        }
        const isMeant = sql`hash IN (${listValues(hashes)})`;
        await inside(sql`
        UPDATE newsletter_suppressions SET asked_at = ${now} WHERE ${isMeant}`);
        const pending = sql`newsletter_subscribers.status = 'pending'`;
        // Those who unsubscribed may come back by the link in the mail. Other suppressed addresses get no mail.
        await inside(sql`
        INSERT INTO newsletter_subscribers
          (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)
        SELECT ${id}, ${address}, ${key}, 'pending', ${now}, NULL, ${now}, ${consent}
        WHERE NOT EXISTS (
          SELECT 1 FROM newsletter_suppressions WHERE ${isMeant} AND reason <> 'unsubscribed')
        ON CONFLICT (address_key) DO UPDATE SET
          asked_at = excluded.asked_at,
          address = CASE WHEN ${pending} THEN excluded.address ELSE newsletter_subscribers.address END,
          requested_at = CASE WHEN ${pending} THEN excluded.requested_at ELSE newsletter_subscribers.requested_at END,
          consent = CASE WHEN ${pending} THEN excluded.consent ELSE newsletter_subscribers.consent END`);
        // A mail that was given up is replaced, with a new Message-ID; one that waits for its next attempt is due
        // now; one in flight stays as it is.
        const givenUp = sql`newsletter_outbox.state <> 'waiting'`;
        await inside(sql`
        INSERT INTO newsletter_outbox
          (id, kind, edition_id, subscriber_id, state, attempts, lease, due_at, created_at)
        SELECT id || '-' || CAST(${now} AS TEXT), 'confirmation', NULL, id, 'waiting', 0, NULL, ${now}, ${now}
        FROM newsletter_subscribers WHERE address_key = ${key} AND ${pending}
        ON CONFLICT (subscriber_id) WHERE kind = 'confirmation' DO UPDATE SET
          id = CASE WHEN ${givenUp} THEN excluded.id ELSE newsletter_outbox.id END,
          created_at = CASE WHEN ${givenUp} THEN excluded.created_at ELSE newsletter_outbox.created_at END,
          state = 'waiting', attempts = 0, silences = 0, first_tried_at = NULL,
          due_at = excluded.due_at
        WHERE newsletter_outbox.lease IS NULL`);
      }),

    /** @param hashesOf makes keyed hashes of an address key, to lift the suppression that its owner requested */
    confirm: (tokenHash: string, hashesOf: (key: string) => readonly string[], deadline?: number) =>
      act('durable', deadline, async (inside): Promise<OutcomeOf<'confirm'>> => {
        const [row] = await inside(sql`${selectToken(tokenHash)} ${forUpdate}`);
        // A token exists as long as its subscriber, so using it again is not an error.
        if (row?.['status'] === 'confirmed') return 'already-confirmed';
        if (!row?.['valid']) return 'link-expired';
        const id = String(row['id']);
        const hashes = listValues(hashesOf(String(row['address_key'])));
        await inside(sql`
        UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = ${now} WHERE id = ${id}`);
        await inside(sql`
        DELETE FROM newsletter_outbox WHERE subscriber_id = ${id} AND kind = 'confirmation'`);
        await inside(sql`
        DELETE FROM newsletter_suppressions WHERE reason = 'unsubscribed' AND hash IN (${hashes})`);
        return 'confirmed';
      }),

    /** The outcome that `confirm` would have, without changing anything. `confirm`: the page shows the button. */
    async getConfirmationState(tokenHash: string, deadline?: number) {
      const [row] = await run(selectToken(tokenHash), deadline);
      if (row?.['status'] === 'confirmed') return 'already-confirmed';
      return row?.['valid'] ? 'confirm' : 'link-expired';
    },

    /** Removes a subscriber with all mails and suppresses the address; a second call changes nothing. */
    unsubscribe: (key: string, hash: string, deadline?: number) =>
      act('durable', deadline, async (inside) => {
        const removed = await inside(
          sql`DELETE FROM newsletter_subscribers WHERE address_key = ${key} RETURNING 1`,
        );
        if (removed.length > 0)
          await insertSuppression(inside, now, { hash, reason: 'unsubscribed' });
      }),

    /** Suppresses an address for the operator, and removes its subscriber. */
    suppress: (key: string, hash: string) =>
      transaction('durable', async ({ run: inside }) => {
        await inside(sql`DELETE FROM newsletter_subscribers WHERE address_key = ${key}`);
        await insertSuppression(inside, now, { hash, reason: 'operator' });
      }),
    async liftSuppression(hashes: readonly string[]) {
      const rows = await run(sql`
        DELETE FROM newsletter_suppressions WHERE hash IN (${listValues(hashes)}) RETURNING hash`);
      return rows.length > 0;
    },

    /** Up to `count` subscribers with ids after `afterId`, in the order of their ids. */
    async listSubscribers(afterId: string, count: number): Promise<readonly Subscriber[]> {
      const rows = await run(sql`
        SELECT ${listColumns(subscriberRow)}
        FROM newsletter_subscribers WHERE id > ${afterId} ORDER BY id LIMIT ${count}`);
      return rows.map((row) => subscriberRow.parse(row));
    },
  };
}

interface Suppression {
  readonly hash: string;
  readonly reason: 'unsubscribed' | 'bounced' | 'operator';
  /** SMTP's, of a bounce. */
  readonly code?: string | undefined;
}

/**
 * Suppresses an address: it gets no mail any more. A later reason replaces an earlier one, except that unsubscribing
 * replaces no other, and nothing replaces the operator's.
 */
export async function insertSuppression(
  run: Run,
  now: Database['now'],
  { hash, reason, code }: Suppression,
) {
  const stays = sql`(excluded.reason = 'unsubscribed' OR newsletter_suppressions.reason = 'operator')`;
  await run(sql`
    INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, code)
    VALUES (${hash}, ${reason}, ${now}, ${now}, ${code ?? null})
    ON CONFLICT (hash) DO UPDATE SET
      reason = CASE WHEN ${stays} THEN newsletter_suppressions.reason ELSE excluded.reason END,
      since = CASE WHEN ${stays} THEN newsletter_suppressions.since ELSE excluded.since END,
      code = CASE WHEN ${stays} THEN newsletter_suppressions.code ELSE excluded.code END`);
}
