import { randomUUID } from 'node:crypto';
import { day } from '#shared/dates/durations.ts';
import { backlogRow, type ClaimedMail, type QueuedMail, queuedMailRow, statsRow } from './store.ts';
import { after, type Database, listValues, type Run, type Sql, sql } from './store-database.ts';
import { insertSuppression } from './store-sql-subscribers.ts';

/** Confirmations come first: a visitor waits for each. */
const kinds = ['confirmation', 'edition'] as const;

/** A pseudo-batch: all mails. They pause while the mail server temporarily accepts no more. */
export const allMails = 'all';

/** The batch of a row `o` of the outbox: its edition, or all confirmations. */
export const batchOf = sql`COALESCE(o.edition_id, 'confirmation')`;

/** Whether the batch of a mail pauses. Its mails do not change, and `claim` skips them. */
export const isPaused = sql`${batchOf} IN (SELECT batch FROM newsletter_pauses)`;

/** Whether a mail waits only for its time: its batch is not paused, and its address does not bounce. */
export const isWaiting = sql`o.state = 'waiting' AND NOT (${isPaused})
  AND o.subscriber_id NOT IN (SELECT id FROM newsletter_subscribers WHERE bounce_days > 0)`;

/** Options of `claim`. Times are in milliseconds. */
interface ClaimOptions {
  /** How long no other worker can claim the mail. */
  readonly lease: number;
  /** Until the next mail of paused confirmations is tried. */
  readonly probeDelay: number;
  /** The hash of a confirmation's token, which is stored for its lifetime. */
  readonly token: { readonly hash: string; readonly lifetime: number };
  /** The mails that this process is sending: after a jump of the clock their leases seem to be expired. */
  readonly inFlight?: readonly string[];
}

/** A failed attempt that is tried again after `delay`, in milliseconds; without one the mail is given up. */
interface Failure {
  readonly code: string;
  readonly delay: number | undefined;
  readonly kind: 'rejected' | 'deferred';
  /** How long a mail is tried before it is given up, from its first attempt. */
  readonly maxAge: number;
}

/** Queries of the outbox. A lease is a due time in the future and the name of its holder. */
export function createOutboxQueries(database: Database) {
  const { run, now, forUpdate, skipLocked, transaction } = database;

  /** Ends a claim. Changes nothing if another worker has claimed the mail meanwhile. */
  const putBack = ({ id, lease }: QueuedMail, state: Sql, delay: number, more: Sql) => sql`
    UPDATE newsletter_outbox
    SET state = ${state}, lease = NULL, due_at = ${after(database, delay)}, ${more}
    WHERE id = ${id} AND lease = ${lease}`;

  const firstTry = sql`COALESCE(first_tried_at, ${now})`;

  /** Lists the paused batches, and separately those with a due probe. */
  async function listHeld(runIt: Run, lock: Sql) {
    const pauses = await runIt(sql`
      SELECT batch, COALESCE(probe_at <= ${now}, false) AS "isDue" FROM newsletter_pauses
      ORDER BY batch ${lock}`);
    const list = (wanted: boolean) =>
      pauses.filter(({ isDue }) => Boolean(isDue) === wanted).map(({ batch }) => String(batch));
    return { batches: list(false), probing: list(true) };
  }

  /** The metrics call this every few seconds, so it reads only waiting mails. */
  async function getBacklog() {
    const [row] = await run(sql`
      SELECT COUNT(*) AS waiting, COALESCE((${now} - MIN(created_at)) / 1000, 0) AS "oldestSeconds",
        (SELECT COUNT(*) FROM newsletter_pauses WHERE batch <> ${allMails}) AS paused
      FROM newsletter_outbox o WHERE ${isWaiting}`);
    return backlogRow.parse(row);
  }

  return {
    getBacklog,

    /** Whether `claim` would find a mail. It only reads, because an idle process calls it every few seconds. */
    async isDue(): Promise<boolean> {
      const held = await listHeld(run, sql``);
      if (held.batches.includes(allMails)) return false;
      const rows = await run(sql`
        SELECT 1 FROM newsletter_outbox o
        WHERE state = 'waiting' AND kind IN (${listValues(kinds)}) AND due_at <= ${now}
          AND ${isNoneOf(batchOf, held.batches)} LIMIT 1`);
      return rows.length > 0;
    },

    /**
     * Claims one mail that is due, confirmations first. From a paused batch it claims one mail each time that the probe
     * of the pause is due, if the pause has probes.
     */
    claim: ({ lease, probeDelay, token, inFlight = [] }: ClaimOptions) =>
      transaction('durable', async ({ run: inside }): Promise<ClaimedMail | undefined> => {
        const holder = randomUUID();
        const held = await listHeld(inside, forUpdate); // Locked, so that one worker probes.
        if (held.batches.includes(allMails)) return undefined;
        const isFree = sql`${isNoneOf(sql`o.id`, inFlight)} AND ${isNoneOf(batchOf, held.batches)}`;
        for (const kind of kinds) {
          const claimed = await inside(sql`
            WITH picked AS MATERIALIZED (
              SELECT id FROM newsletter_outbox o
              WHERE state = 'waiting' AND kind = ${kind} AND due_at <= ${now} AND ${isFree}
              ORDER BY due_at LIMIT 1 ${skipLocked}
            )
            UPDATE newsletter_outbox
            SET lease = ${holder}, due_at = ${after(database, lease)}, attempts = attempts + 1
            WHERE id IN (SELECT id FROM picked) RETURNING id`);
          if (claimed.length > 0) break;
        }
        const [row] = await inside(sql`
          SELECT o.id, o.lease, o.attempts, o.rejections, ${batchOf} AS batch, o.kind,
            s.id AS "subscriberId", s.address, s.address_key AS key, e.subject, e.text, e.html
          FROM newsletter_outbox o JOIN newsletter_subscribers s ON s.id = o.subscriber_id
            LEFT JOIN newsletter_editions e ON e.id = o.edition_id
          WHERE o.lease = ${holder}`);
        if (!row) return undefined;
        const mail = queuedMailRow.parse(row);
        const probe = (batch: string, delay: number) =>
          inside(sql`
            UPDATE newsletter_pauses SET probe_at = ${after(database, delay)} WHERE batch = ${batch}`);
        const isProbe = held.probing.includes(allMails);
        if (isProbe) await probe(allMails, lease);
        if (mail.kind === 'confirmation') {
          await probe(mail.batch, probeDelay);
          await inside(sql`
            INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
            VALUES (${token.hash}, ${mail.subscriberId}, ${after(database, token.lifetime)})`);
        }
        return { mail, isProbe };
      }),

    async markSent({ id, lease, kind, subscriberId }: QueuedMail) {
      await run(sql`
        UPDATE newsletter_subscribers SET bounce_days = 0, bounced_at = NULL, bounce_code = NULL
        WHERE id = ${subscriberId} AND bounce_days > 0`);
      // A confirmation is no longer needed. An edition's row stays, so that it is not sent twice.
      const change =
        kind === 'confirmation'
          ? sql`DELETE FROM newsletter_outbox`
          : sql`UPDATE newsletter_outbox SET state = 'sent', lease = NULL`;
      await run(sql`${change} WHERE id = ${id} AND lease = ${lease}`);
    },

    /**
     * Postpones a mail, or gives it up until `resume`; a paused mail is never given up. A deferral while all mails
     * pause does not count, because it is not caused by this mail.
     * @returns whether it is given up
     */
    async postpone(mail: QueuedMail, { code, delay, kind, maxAge }: Failure) {
      const isPausing = (...batches: string[]) => sql`EXISTS (
        SELECT 1 FROM newsletter_pauses WHERE batch IN (${listValues(batches)}))`;
      const isUncounted = kind === 'deferred' ? isPausing(allMails) : sql`false`;
      const isLast =
        delay === undefined ? sql`true` : sql`first_tried_at <= ${after(database, -maxAge)}`;
      const state = sql`CASE WHEN ${isLast} AND NOT ${isPausing(mail.batch, allMails)}
        THEN 'given-up' ELSE 'waiting' END`;
      const counted = sql`code = ${code}, rejections = rejections + ${kind === 'rejected' ? 1 : 0},
        attempts = attempts - CASE WHEN ${isUncounted} THEN 1 ELSE 0 END,
        first_tried_at = CASE WHEN ${isUncounted} THEN first_tried_at ELSE ${firstTry} END`;
      const [row] = await run(sql`${putBack(mail, state, delay ?? 0, counted)} RETURNING state`);
      return row?.['state'] === 'given-up';
    },

    /**
     * Counts a bounce, at most once a day. On the last of `maxDays` days it removes a confirmed subscriber, if somebody
     * has received this edition, and stores a suppression with the code; the mail of a pending subscriber is given up.
     * Until then the mail is tried again after `delay`, but not longer than `maxAge` from its first attempt.
     *
     * @param hash of the address, for the suppression
     */
    recordBounce: (
      mail: QueuedMail,
      {
        code,
        hash,
        delay,
        maxDays,
        maxAge,
      }: Record<'code' | 'hash', string> & Record<'delay' | 'maxDays' | 'maxAge', number>,
    ) =>
      transaction(
        'durable',
        async ({ run: inside }): Promise<'postponed' | 'given-up' | 'removed'> => {
          const [held] = await inside(sql`
            SELECT COALESCE(first_tried_at <= ${after(database, -maxAge)}, false) AS "isOld"
            FROM newsletter_outbox WHERE id = ${mail.id} AND lease = ${mail.lease}`);
          if (!held) return 'postponed'; // Another worker has the mail now, or it is gone.
          // By the database's clock, so that all replicas agree.
          const counts = sql`(bounced_at IS NULL OR ${after(database, -day)} >= bounced_at)`;
          const [row] = await inside(sql`
            UPDATE newsletter_subscribers SET
              bounce_days = CASE WHEN ${counts} THEN bounce_days + 1 ELSE bounce_days END,
              bounced_at = CASE WHEN ${counts} THEN ${now} ELSE bounced_at END,
              bounce_code = ${code}
            WHERE id = ${mail.subscriberId}
            RETURNING status, bounce_days >= ${maxDays} AS is_last_day,
              EXISTS (SELECT 1 FROM newsletter_outbox
                WHERE kind = 'edition' AND edition_id = ${mail.batch} AND state = 'sent') AS has_reached`);
          const isLastDay = Boolean(row?.['is_last_day']);
          if (isLastDay && row?.['status'] === 'confirmed' && row['has_reached']) {
            const id = mail.subscriberId;
            await inside(sql`DELETE FROM newsletter_subscribers WHERE id = ${id}`);
            await insertSuppression(inside, now, { hash, reason: 'bounced', code });
            return 'removed';
          }
          const isOver = Boolean(held['isOld']) || (isLastDay && row?.['status'] === 'pending');
          const state = isOver ? sql`'given-up'` : sql`'waiting'`;
          const counted = sql`code = ${code}, first_tried_at = ${firstTry}`;
          await inside(putBack(mail, state, delay, counted));
          return isOver ? 'given-up' : 'postponed';
        },
      ),

    async stats() {
      const [row] = await run(sql`
        SELECT * FROM
          (SELECT COUNT(*) FILTER (WHERE status = 'pending') AS pending,
            COUNT(*) FILTER (WHERE status = 'confirmed') AS confirmed
          FROM newsletter_subscribers) s,
          (SELECT COUNT(*) FILTER (WHERE reason = 'unsubscribed') AS unsubscribed,
            COUNT(*) FILTER (WHERE reason = 'bounced') AS bounced,
            COUNT(*) FILTER (WHERE reason = 'operator') AS operator
          FROM newsletter_suppressions) p,
          (SELECT COUNT(*) AS "givenUp" FROM newsletter_outbox WHERE state = 'given-up') o`);
      const { unsubscribed, bounced, operator, ...counts } = statsRow.parse(row);
      const suppressed = { unsubscribed, bounced, operator };
      return { ...counts, suppressed, ...(await getBacklog()) };
    },
  };
}

/** Whether a value is not in a list. True for an empty list, where SQL's `NOT IN (NULL)` would not be true. */
function isNoneOf(value: Sql, values: readonly string[]): Sql {
  return values.length === 0 ? sql`true` : sql`${value} NOT IN (${listValues(values)})`;
}
