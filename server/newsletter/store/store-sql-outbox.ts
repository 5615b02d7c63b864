import { randomUUID } from 'node:crypto';
import { day } from '#shared/durations.ts';
import {
  backlogRow,
  type Edition,
  type QueuedMail,
  queuedMailRow,
  recipientsRow,
  statsRow,
} from './store.ts';
import { after, type Database, type Sql, sql } from './store-database.ts';
import { insertSuppression } from './store-sql-subscribers.ts';

/** Confirmations come first: a visitor waits for each. */
const kinds = ['confirmation', 'edition'] as const;

/** The batch of a row `o` of the outbox: its edition, or all confirmations. */
export const batchOf = sql`COALESCE(o.edition_id, 'confirmation')`;

/** Whether the batch of a mail pauses. Its mails stay as they are, and `claim` leaves them out. */
export const isPaused = sql`${batchOf} IN (SELECT batch FROM newsletter_pauses)`;

/** Whether a mail waits for its time, and not for the end of a pause, nor for another day because its address bounces. */
export const isWaiting = sql`o.state = 'waiting' AND NOT (${isPaused})
  AND o.subscriber_id NOT IN (SELECT id FROM newsletter_subscribers WHERE bounce_days > 0)`;

/** Queries of the outbox and the editions. A lease is a due time in the future and the name of its holder. */
export function createOutboxQueries(database: Database) {
  const { run, now, forUpdate, skipLocked, transaction } = database;

  /** Ends a claim. Changes nothing if another worker has the mail by now. */
  const putBack = ({ id, lease }: QueuedMail, state: Sql, delay: number, more: Sql) => sql`
    UPDATE newsletter_outbox
    SET state = ${state}, lease = NULL, due_at = ${after(database, delay)}, ${more}
    WHERE id = ${id} AND lease = ${lease}`;

  /** For the metrics, every few seconds: it reads only waiting mails. */
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
     * Claims one mail that is due, confirmations first; nobody else gets it before `lease` has passed. Of a batch
     * that pauses one mail is claimed after `probeDelay`, if its pause has probes, and then the next one.
     * @param token of the link, for a confirmation: stores its hash for its lifetime
     */
    claim: (
      lease: number,
      token: { readonly hash: string; readonly lifetime: number },
      probeDelay: number,
    ) =>
      transaction('durable', async ({ run: inside }): Promise<QueuedMail | undefined> => {
        const holder = randomUUID();
        const held = sql`SELECT batch FROM newsletter_pauses
          WHERE probe_at IS NULL OR probe_at > ${now}`;
        for (const kind of kinds) {
          const claimed = await inside(sql`
            WITH picked AS MATERIALIZED (
              SELECT id FROM newsletter_outbox o
              WHERE state = 'waiting' AND kind = ${kind} AND due_at <= ${now}
                AND ${batchOf} NOT IN (${held})
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
        const mail = row && queuedMailRow.parse(row);
        if (mail?.kind === 'confirmation') {
          await inside(sql`
            UPDATE newsletter_pauses SET probe_at = ${after(database, probeDelay)}
            WHERE batch = ${mail.batch}`);
          await inside(sql`
            INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
            VALUES (${token.hash}, ${mail.subscriberId}, ${after(database, token.lifetime)})`);
        }
        return mail;
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
     * Tries again after `delay`. Without one the mail is given up, until `resume`; but not while its batch pauses.
     * @returns whether it is given up
     */
    async postpone(
      mail: QueuedMail,
      delay: number | undefined,
      { code, isRejection }: { readonly code: string; readonly isRejection: boolean },
    ) {
      const counted = sql`rejections = rejections + ${isRejection ? 1 : 0}, code = ${code}`;
      const last = sql`CASE WHEN EXISTS (SELECT 1 FROM newsletter_pauses WHERE batch = ${mail.batch})
        THEN 'waiting' ELSE 'given-up' END`;
      const state = delay === undefined ? last : sql`'waiting'`;
      const [row] = await run(sql`${putBack(mail, state, delay ?? 0, counted)} RETURNING state`);
      return row?.['state'] === 'given-up';
    },

    /**
     * Counts a bounce, at most once a day. On the last of `maxDays` days it removes a confirmed subscriber, if somebody
     * has received this edition, and stores a suppression with the code; the mail of a pending subscriber is given up.
     * Until then the mail is tried again after `delay`, if there is one.
     *
     * @param hash of the address, for the suppression
     */
    recordBounce: (
      mail: QueuedMail,
      delay: number | undefined,
      {
        code,
        hash,
        maxDays,
      }: { readonly code: string; readonly hash: string; readonly maxDays: number },
    ) =>
      transaction(
        'durable',
        async ({ run: inside }): Promise<'postponed' | 'given-up' | 'removed'> => {
          const held = await inside(
            sql`SELECT id FROM newsletter_outbox WHERE id = ${mail.id} AND lease = ${mail.lease}`,
          );
          if (held.length === 0) return 'postponed'; // Another worker has the mail now, or it is gone.
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
          const isOver = delay === undefined || (isLastDay && row?.['status'] === 'pending');
          const state = isOver ? sql`'given-up'` : sql`'waiting'`;
          await inside(putBack(mail, state, delay ?? 0, sql`code = ${code}`));
          return isOver ? 'given-up' : 'postponed';
        },
      ),

    async addEdition({ id, subject, text, html }: Edition) {
      await run(sql`
        INSERT INTO newsletter_editions (id, subject, text, html, created_at)
        VALUES (${id}, ${subject}, ${text}, ${html}, ${now}) ON CONFLICT (id) DO NOTHING`);
    },

    /**
     * Queues an edition for up to `count` confirmed subscribers with ids after `behind`, each only once.
     * @returns the last id of this part, or undefined at the end
     */
    queueEdition: (editionId: string, behind: string, count: number) =>
      transaction('durable', async ({ run: inside }) => {
        const confirmed = sql`SELECT id FROM newsletter_subscribers
          WHERE status = 'confirmed' AND id > ${behind}`;
        const [row] = await inside(
          sql`SELECT MAX(id) AS last FROM (${confirmed} ORDER BY id LIMIT ${count}) b`,
        );
        const last = row?.['last'];
        if (typeof last !== 'string') return undefined;
        // By the last id: with the count, those who confirmed meanwhile would push out the last ones. Locked: if one
        // of them unsubscribed meanwhile, PostgreSQL would reject the mails of all.
        await inside(sql`
          INSERT INTO newsletter_outbox
            (id, kind, edition_id, subscriber_id, state, attempts, lease, due_at, created_at)
          SELECT CAST(${editionId} AS TEXT) || '-' || b.id, 'edition', CAST(${editionId} AS TEXT), b.id,
            'waiting', 0, NULL, ${now}, ${now}
          FROM (${confirmed} AND id <= ${last} ORDER BY id ${forUpdate}) b WHERE true
          ON CONFLICT (subscriber_id, edition_id) WHERE kind = 'edition' DO NOTHING`);
        return last;
      }),

    async countRecipients(editionId: string) {
      const [row] = await run(sql`
        SELECT COUNT(*) AS queued, COUNT(*) FILTER (WHERE state = 'sent') AS sent,
          (SELECT COUNT(*) FROM newsletter_subscribers WHERE status = 'confirmed') AS confirmed
        FROM newsletter_outbox WHERE kind = 'edition' AND edition_id = ${editionId}`);
      return recipientsRow.parse(row);
    },

    /** Whether a mail of the edition is in flight, or due before `delay` has passed. */
    async isDueWithin(editionId: string, delay: number): Promise<boolean> {
      const rows = await run(sql`
        SELECT 1 FROM newsletter_outbox WHERE kind = 'edition' AND edition_id = ${editionId}
          AND state = 'waiting' AND due_at <= ${after(database, delay)} LIMIT 1`);
      return rows.length > 0;
    },

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
          (SELECT COUNT(*) FILTER (WHERE state = 'given-up') AS "givenUp",
            COUNT(*) FILTER (WHERE state = 'sent') AS sent
          FROM newsletter_outbox o) o`);
      const { unsubscribed, bounced, operator, ...counts } = statsRow.parse(row);
      const suppressed = { unsubscribed, bounced, operator };
      return { ...counts, suppressed, ...(await getBacklog()) };
    },
  };
}
