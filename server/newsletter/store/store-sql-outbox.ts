import { randomUUID } from 'node:crypto';
import { day } from '#shared/dates/durations.ts';
import {
  backlogRow,
  type ClaimedMail,
  type MailStep,
  mailStateRow,
  type QueuedMail,
  queuedMailRow,
  statsRow,
} from './store.ts';
import { after, type Database, listValues, sql } from './store-database.ts';
import { insertSuppression } from './store-sql-subscribers.ts';

/**
 * The order of what is due. First attempts come before retries, because anybody can enter addresses that are deferred
 * for days. A visitor waits for each confirmation.
 */
export const claimOrder = [
  sql`o.attempts = 0 AND o.kind = 'confirmation'`,
  sql`o.attempts = 0 AND o.kind = 'edition'`,
  sql`o.attempts > 0`,
] as const;

/** The batch of a row `o` of the outbox: its edition, or all confirmations. */
export const batchOf = sql`COALESCE(o.edition_id, 'confirmation')`;

/** Whether a mail waits only for its time: its batch is not paused, and it is not one of those tried once a day. */
export const isWaiting = sql`o.state = 'waiting' AND o.silences = 0
  AND ${batchOf} NOT IN (SELECT batch FROM newsletter_pauses)
  AND o.subscriber_id NOT IN (SELECT id FROM newsletter_subscribers WHERE bounce_days > 0)`;

/** The key of the limit that all processes share: its window ends when the next mail may be sent. */
const rateKey = 'mail rate';

/** Options of `claim`. Times are in milliseconds. */
interface ClaimOptions {
  /** How long no other worker can claim the mail. */
  readonly lease: number;
  /** Until the next mail of paused confirmations is tried. */
  readonly probeDelay: number;
  /** Between two mails of all processes. */
  readonly interval?: number | undefined;
  /** Whether the mail comes from the other end of the order. */
  readonly isReversed?: boolean;
  /** The hash of a confirmation's token, which is stored for its lifetime. */
  readonly token: { readonly hash: string; readonly lifetime: number };
  /** The mails that this process is sending: after a jump of the clock their leases seem to be expired. */
  readonly inFlight?: readonly string[];
}

/** Queries of the outbox. A lease is a due time in the future and the name of its holder. */
export function createOutboxQueries(database: Database) {
  const { run, now, forUpdate, skipLocked, transaction } = database;

  /** Whether a mail can be claimed. A paused batch has one mail to claim each time that its probe is due, if it has any. */
  const isDue = sql`o.state = 'waiting' AND o.due_at <= ${now} AND ${batchOf} NOT IN (
    SELECT batch FROM newsletter_pauses WHERE probe_at IS NULL OR probe_at > ${now})`;

  /** Milliseconds until the rate allows a mail. A longer wait than one interval means that the clock was set back. */
  const getRateWait = (row: Readonly<Record<string, unknown>> | undefined, interval = 0) => {
    const wait = Number(row?.['wait'] ?? 0);
    return wait > interval ? 0 : Math.max(0, wait);
  };

  /** The metrics call this every few seconds, so it reads only waiting mails. */
  async function getBacklog() {
    const [row] = await run(sql`
      SELECT COUNT(*) AS waiting, COALESCE((${now} - MIN(created_at)) / 1000, 0) AS "oldestSeconds",
        (SELECT COUNT(*) FROM newsletter_pauses) AS paused
      FROM newsletter_outbox o WHERE ${isWaiting}`);
    return backlogRow.parse(row);
  }

  return {
    getBacklog,

    /**
     * Milliseconds until `claim` would find a mail; undefined where none is due. It only reads, because an idle process
     * calls it every few seconds.
     */
    async findWait(interval?: number): Promise<number | undefined> {
      for (const part of claimOrder) {
        const [row] = await run(sql`
          SELECT (SELECT ends_at - ${now} FROM newsletter_limits WHERE key = ${rateKey}) AS wait
          FROM newsletter_outbox o WHERE ${part} AND ${isDue} LIMIT 1`);
        if (row) return getRateWait(row, interval);
      }
      return undefined;
    },

    /** Claims one mail that is due, if the rate allows one. */
    claim: ({ lease, probeDelay, interval, isReversed, token, inFlight = [] }: ClaimOptions) =>
      transaction('durable', async ({ run: inside }): Promise<ClaimedMail | undefined> => {
        const holder = randomUUID();
        if (interval !== undefined) {
          // Changes nothing but locks the row, so that one worker at a time sends a mail.
          const [rate] = await inside(sql`
            INSERT INTO newsletter_limits (key, hits, ends_at) VALUES (${rateKey}, 1, 0)
            ON CONFLICT (key) DO UPDATE SET hits = 1 RETURNING ends_at - ${now} AS wait`);
          if (getRateWait(rate, interval) > 0) return undefined;
        }
        // Locked, so that one worker probes.
        await inside(sql`SELECT 1 FROM newsletter_pauses ORDER BY batch ${forUpdate}`);
        const isFree =
          inFlight.length === 0 ? sql`true` : sql`o.id NOT IN (${listValues(inFlight)})`;
        for (const part of isReversed ? claimOrder.toReversed() : claimOrder) {
          const claimed = await inside(sql`
            WITH picked AS MATERIALIZED (
              SELECT id FROM newsletter_outbox o WHERE ${part} AND ${isDue} AND ${isFree}
              ORDER BY due_at LIMIT 1 ${skipLocked}
            )
            UPDATE newsletter_outbox SET lease = ${holder}, due_at = ${after(database, lease)},
              attempts = attempts + 1, first_tried_at = COALESCE(first_tried_at, ${now})
            WHERE id IN (SELECT id FROM picked) RETURNING id`);
          if (claimed.length > 0) break;
        }
        const [row] = await inside(sql`
          SELECT o.id, o.lease, ${batchOf} AS batch, o.kind, s.id AS "subscriberId", s.address,
            s.address_key AS key, e.subject, e.text, e.html, o.attempts, o.rejections, o.silences,
            ${now} - o.first_tried_at AS age, s.status = 'confirmed' AS "isConfirmed",
            ${batchOf} IN (SELECT batch FROM newsletter_pauses) AS "isPaused",
            s.bounce_days AS "bounceDays",
            COALESCE(s.bounced_at > ${after(database, -day)}, false) AS "hasBouncedToday",
            EXISTS (SELECT 1 FROM newsletter_outbox r WHERE r.kind = 'edition'
              AND r.edition_id = o.edition_id AND r.state = 'sent') AS "hasReached"
          FROM newsletter_outbox o JOIN newsletter_subscribers s ON s.id = o.subscriber_id
            LEFT JOIN newsletter_editions e ON e.id = o.edition_id
          WHERE o.lease = ${holder}`);
        if (!row) return undefined;
        const mail = queuedMailRow.parse(row);
        if (interval !== undefined) {
          // A worker that is a little late does not lower the rate.
          const earliest = after(database, -Math.floor(interval / 10));
          const isLate = sql`(ends_at < ${earliest} OR ends_at > ${now})`;
          await inside(sql`
            UPDATE newsletter_limits SET ends_at = CAST(${interval} AS BIGINT) +
              CASE WHEN ${isLate} THEN ${earliest} ELSE ends_at END
            WHERE key = ${rateKey}`);
        }
        if (mail.kind === 'confirmation') {
          await inside(sql`
            UPDATE newsletter_pauses SET probe_at = ${after(database, probeDelay)}
            WHERE batch = ${mail.batch}`);
          await inside(sql`
            INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
            VALUES (${token.hash}, ${mail.subscriberId}, ${after(database, token.lifetime)})`);
        }
        return { mail, state: mailStateRow.parse(row) };
      }),

    /** Makes the lease of a mail end this many milliseconds from now. */
    async extendLease({ id, lease }: QueuedMail, time: number) {
      await run(sql`
        UPDATE newsletter_outbox SET due_at = ${after(database, time)}
        WHERE id = ${id} AND lease = ${lease}`);
    },

    /**
     * Ends a claim with what follows from the attempt. Changes nothing if another worker has claimed the mail meanwhile.
     *
     * @param code of the mail server's response
     * @param hash of the address, for the suppression of one that does not exist
     */
    record: (
      { id, lease, kind, subscriberId }: Pick<QueuedMail, 'id' | 'lease' | 'kind' | 'subscriberId'>,
      { mail, rejections, silences, bounceDays }: MailStep,
      { code, hash }: { readonly code?: string | undefined; readonly hash: string },
    ) =>
      transaction('durable', async ({ run: inside }) => {
        const isHeld = sql`id = ${id} AND lease = ${lease}`;
        // Locks the subscriber before the mail, as `unsubscribe` does.
        const held = await inside(sql`SELECT 1 FROM newsletter_outbox WHERE ${isHeld}`);
        if (held.length === 0) return;
        if (mail.state === 'removed') {
          await inside(sql`DELETE FROM newsletter_subscribers WHERE id = ${subscriberId}`);
          await insertSuppression(inside, now, { hash, reason: 'bounced', code });
          return;
        }
        if (bounceDays === 0) {
          await inside(sql`
            UPDATE newsletter_subscribers SET bounce_days = 0, bounced_at = NULL, bounce_code = NULL
            WHERE id = ${subscriberId} AND bounce_days > 0`);
        } else if (bounceDays !== undefined) {
          await inside(sql`
            UPDATE newsletter_subscribers SET bounce_days = ${bounceDays}, bounce_code = ${code ?? null},
              bounced_at = CASE WHEN bounce_days < ${bounceDays} THEN ${now} ELSE bounced_at END
            WHERE id = ${subscriberId}`);
        }
        // A confirmation is no longer needed. An edition's row stays, so that it is not sent twice.
        if (mail.state === 'sent' && kind === 'confirmation') {
          await inside(sql`DELETE FROM newsletter_outbox WHERE ${isHeld}`);
          return;
        }
        const delay = mail.state === 'waiting' ? mail.delay : 0;
        await inside(sql`
          UPDATE newsletter_outbox SET state = ${mail.state}, lease = NULL, code = ${code ?? null},
            due_at = ${after(database, delay)}, rejections = ${rejections}, silences = ${silences}
          WHERE ${isHeld}`);
      }),

    async stats() {
      const [row] = await run(sql`
        SELECT *,
          (SELECT COUNT(*) FROM newsletter_outbox WHERE state = 'given-up') AS "givenUp",
          (SELECT COUNT(*) FROM newsletter_outbox WHERE state = 'perhaps-sent') AS "perhapsSent"
        FROM
          (SELECT COUNT(*) FILTER (WHERE status = 'pending') AS pending,
            COUNT(*) FILTER (WHERE status = 'confirmed') AS confirmed
          FROM newsletter_subscribers) s,
          (SELECT COUNT(*) FILTER (WHERE reason = 'unsubscribed') AS unsubscribed,
            COUNT(*) FILTER (WHERE reason = 'bounced') AS bounced,
            COUNT(*) FILTER (WHERE reason = 'operator') AS operator
          FROM newsletter_suppressions) p`);
      const { unsubscribed, bounced, operator, ...counts } = statsRow.parse(row);
      const suppressed = { unsubscribed, bounced, operator };
      return { ...counts, suppressed, ...(await getBacklog()) };
    },
  };
}
