import type { OutcomeOf } from '#shared/content/newsletter-outcomes.ts';
import { day, minute } from '#shared/dates/durations.ts';
import { type Subscriber, type SubscriptionRequest, subscriberRow } from './store.ts';
import { after, type Database, listColumns, listValues, type Run, sql } from './store-database.ts';

/** A mailbox gets no confirmation mail in the first time after another one, and at most so many in the second. */
const mailPause = 10 * minute;
const mailWindow = day;
const maxMails = 3;

type SuppressionReason = 'unsubscribed' | 'bounced' | 'operator';

/** Queries for visitors' actions, each with its outcome, and the list of subscribers. */
export function createSubscriberQueries(database: Database) {
  const { run, now, forUpdate, transaction } = database;
  const selectToken = (tokenHash: string) => sql`
    SELECT s.id, s.address_key, s.status, c.expires_at > ${now} AS valid
    FROM newsletter_confirmations c JOIN newsletter_subscribers s ON s.id = c.subscriber_id
    WHERE c.hash = ${tokenHash}`;
  /**
   * Whether the last confirmation mail of a subscriber `b` is younger than this. A time ahead does not count, because the
   * clock was set back.
   */
  const isRecent = (age: number) =>
    sql`(b.mailed_at > ${after(database, -age)} AND b.mailed_at <= ${now})`;
  /** A later reason replaces an earlier one; unsubscribing replaces no other, and nothing replaces the operator's. */
  async function insertSuppression(
    inside: Run,
    hash: string,
    reason: SuppressionReason,
    code = '',
  ) {
    const stays = sql`(excluded.reason = 'unsubscribed' OR newsletter_suppressions.reason = 'operator')`;
    await inside(sql`
      INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, code)
      VALUES (${hash}, ${reason}, ${now}, ${now}, ${code || null})
      ON CONFLICT (hash) DO UPDATE SET
        reason = CASE WHEN ${stays} THEN newsletter_suppressions.reason ELSE excluded.reason END,
        since = CASE WHEN ${stays} THEN newsletter_suppressions.since ELSE excluded.since END,
        code = CASE WHEN ${stays} THEN newsletter_suppressions.code ELSE excluded.code END`);
  }

  return {
    /**
     * Stores subscriber and mail in one transaction, on disk when it resolves. It never reveals which case it was: for
     * every address the same statements run, one row or more is written, which is the purpose of `asked_at`, and one
     * transaction reaches the disk.
     */
    subscribe: ({ id, address, key, mailbox, hashes, consent }: SubscriptionRequest) =>
      transaction(async (inside) => {
        const isMeant = sql`hash IN (${listValues(hashes)})`;
        await inside(sql`
        UPDATE newsletter_suppressions SET asked_at = ${now} WHERE ${isMeant}`);
        const pending = sql`newsletter_subscribers.status = 'pending'`;
        // Those who unsubscribed may come back by the link in the mail. Other suppressed addresses get no mail.
        await inside(sql`
        INSERT INTO newsletter_subscribers
          (id, address, address_key, mailbox, status, requested_at, confirmed_at, asked_at, consent)
        SELECT ${id}, ${address}, ${key}, ${mailbox}, 'pending', ${now}, NULL, ${now}, ${consent}
        WHERE NOT EXISTS (
          SELECT 1 FROM newsletter_suppressions WHERE ${isMeant} AND reason <> 'unsubscribed')
        ON CONFLICT (address_key) DO UPDATE SET
          asked_at = excluded.asked_at,
          mailbox = excluded.mailbox,
          address = CASE WHEN ${pending} THEN excluded.address ELSE newsletter_subscribers.address END,
          requested_at = CASE WHEN ${pending} THEN excluded.requested_at ELSE newsletter_subscribers.requested_at END,
          consent = CASE WHEN ${pending} THEN excluded.consent ELSE newsletter_subscribers.consent END`);
        // A mail that was given up is replaced, with a new Message-ID; one that waits is due now, as the newest.
        const givenUp = sql`newsletter_mails.state <> 'waiting'`;
        const ofMailbox = sql`FROM newsletter_subscribers b WHERE b.mailbox = ${mailbox}`;
        const [mail] = await inside(sql`
        INSERT INTO newsletter_mails (id, edition_id, subscriber_id, state, due_at, created_at)
        SELECT id || '-' || CAST(${now} AS TEXT), NULL, id, 'waiting', ${now}, ${now}
        FROM newsletter_subscribers WHERE address_key = ${key} AND ${pending}
          AND NOT EXISTS (SELECT 1 ${ofMailbox} AND ${isRecent(mailPause)})
          AND (SELECT COALESCE(SUM(b.mails_today), 0) ${ofMailbox} AND ${isRecent(mailWindow)}) < ${maxMails}
        ON CONFLICT (subscriber_id) WHERE edition_id IS NULL DO UPDATE SET
          id = CASE WHEN ${givenUp} THEN excluded.id ELSE newsletter_mails.id END,
          state = 'waiting', attempts = 0, refusals = 0, first_tried_at = NULL,
          due_at = excluded.due_at, created_at = excluded.created_at
        RETURNING subscriber_id`);
        await inside(sql`
        UPDATE newsletter_subscribers AS b SET mailed_at = ${now},
          mails_today = CASE WHEN ${isRecent(mailWindow)} THEN mails_today + 1 ELSE 1 END
        WHERE id = ${String(mail?.['subscriber_id'] ?? '')}`);
      }),

    /** @param hashesOf makes keyed hashes of an address key, to lift the suppression that its owner requested */
    confirm: (tokenHash: string, hashesOf: (key: string) => readonly string[]) =>
      transaction(async (inside): Promise<OutcomeOf<'confirm'>> => {
        const [row] = await inside(sql`${selectToken(tokenHash)} ${forUpdate}`);
        // A token exists as long as its subscriber, so using it again is not an error.
        if (row?.['status'] === 'confirmed') return 'already-confirmed';
        if (!row?.['valid']) return 'link-expired';
        const id = String(row['id']);
        const hashes = listValues(hashesOf(String(row['address_key'])));
        await inside(sql`
        UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = ${now} WHERE id = ${id}`);
        await inside(sql`
        DELETE FROM newsletter_mails WHERE subscriber_id = ${id} AND edition_id IS NULL`);
        await inside(sql`
        DELETE FROM newsletter_suppressions WHERE reason = 'unsubscribed' AND hash IN (${hashes})`);
        return 'confirmed';
      }),

    /** The outcome that `confirm` would have, without changing anything. With `confirm` the page shows the button. */
    async getConfirmationState(tokenHash: string) {
      const [row] = await run(selectToken(tokenHash));
      if (row?.['status'] === 'confirmed') return 'already-confirmed';
      return row?.['valid'] ? 'confirm' : 'link-expired';
    },

    /** Removes a subscriber with all mails and suppresses the address; a second call changes nothing. */
    unsubscribe: (key: string, hash: string) =>
      transaction(async (inside) => {
        const removed = await inside(
          sql`DELETE FROM newsletter_subscribers WHERE address_key = ${key} RETURNING 1`,
        );
        if (removed.length > 0) await insertSuppression(inside, hash, 'unsubscribed');
      }),

    /** Suppresses an address and removes its subscriber. @param code SMTP's, of a bounce */
    suppress: (key: string, hash: string, reason: SuppressionReason = 'operator', code = '') =>
      transaction(async (inside) => {
        await inside(sql`DELETE FROM newsletter_subscribers WHERE address_key = ${key}`);
        await insertSuppression(inside, hash, reason, code);
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
