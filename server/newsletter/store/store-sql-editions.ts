import * as z from 'zod';
import { codeCountRow, type Edition, type EditionCounts, editionRow } from './store.ts';
import {
  after,
  changeInChunks,
  type Database,
  deleteInChunks,
  readNumbers,
  type Sql,
  sql,
} from './store-database.ts';
import { isSendable } from './store-sql-mails.ts';

/** Subscribers in a transaction: few enough that a visitor who subscribes does not wait. */
const queuedAtOnce = 1_000;

/**
 * Queries of the editions. An edition is closed when its mails are no longer needed: they are deleted. Its recipients
 * are then unknown, so it cannot be sent again.
 */
export function createEditionQueries(database: Database) {
  const { run, now, forUpdate, transaction } = database;
  const isOpen = sql`closed_at IS NULL`;
  const canBePaused = sql`${isOpen} AND cancelled_at IS NULL`;
  const paused = sql`FROM newsletter_editions WHERE ${canBePaused} AND paused_at IS NOT NULL`;

  /** The metrics call this every few seconds, so it reads only indexes of waiting mails. */
  async function getBacklog() {
    // Each of these reads one end of an index, or one part of it.
    const ofEdition = sql`FROM newsletter_mails WHERE edition_id = newsletter_editions.id AND state = 'waiting'`;
    const ofForms = sql`FROM newsletter_mails WHERE edition_id IS NULL AND state = 'waiting'`;
    const oldest = sql`AND attempts = 0 ORDER BY created_at LIMIT 1`;
    const editions = sql`FROM newsletter_editions WHERE ${isSendable}`;
    const [row] = await run(sql`
      SELECT (SELECT COUNT(*) ${ofForms})
          + CAST(COALESCE((SELECT SUM((SELECT COUNT(*) ${ofEdition})) ${editions}), 0) AS BIGINT) AS waiting,
        COALESCE((${now} - (SELECT MIN(created_at) FROM (
          SELECT (SELECT created_at ${ofForms} ${oldest}) AS created_at
          UNION ALL SELECT (SELECT created_at ${ofEdition} ${oldest}) ${editions}) o)) / 1000, 0)
          AS "oldestSeconds",
        (SELECT COUNT(*) ${paused}) AS paused,
        COALESCE((${now} - resting_since) / 1000, 0) AS "restingSeconds"
      FROM newsletter_sender`);
    const backlog = readNumbers(row, 'waiting', 'oldestSeconds', 'paused', 'restingSeconds');
    // Only the next mail ends a rest. Without one nothing is late.
    return backlog.waiting > 0 ? backlog : { ...backlog, restingSeconds: 0 };
  }

  /** Queues an edition for the next subscribers. @returns the last id of them, or undefined without one */
  const queueAfter = (editionId: string, afterId: string) =>
    transaction(async (inside) => {
      const open = await inside(sql`
        SELECT 1 FROM newsletter_editions WHERE id = ${editionId} AND ${canBePaused} ${forUpdate}`);
      if (open.length === 0) return undefined;
      const confirmed = sql`SELECT id FROM newsletter_subscribers
        WHERE status = 'confirmed' AND id > ${afterId}`;
      const [row] = await inside(sql`
        SELECT MAX(id) AS last FROM (${confirmed} ORDER BY id LIMIT ${queuedAtOnce}) b`);
      const last = row?.['last'];
      if (typeof last !== 'string') return undefined;
      // Selects up to the last id: with the count, people who confirm meanwhile would push out the last ones. Locks
      // the rows: if one person unsubscribed meanwhile, PostgreSQL would reject the mails of all.
      await inside(sql`
        INSERT INTO newsletter_mails (id, edition_id, subscriber_id, state, due_at, created_at)
        SELECT CAST(${editionId} AS TEXT) || '-' || b.id, CAST(${editionId} AS TEXT), b.id, 'waiting',
          ${now}, ${now}
        FROM (${confirmed} AND id <= ${last} ORDER BY id ${forUpdate}) b WHERE true
        ON CONFLICT DO NOTHING`);
      return last;
    });

  /** Editions with the numbers of their mails, the newest first. */
  async function listWhere(condition: Sql) {
    const count = (which: Sql) => sql`COUNT(*) FILTER (WHERE ${which})`;
    const rows = await run(sql`
      SELECT e.id, e.subject, e.paused_at AS "pausedAt", e.pause_code AS "pauseCode",
        e.cancelled_at AS "cancelledAt", e.closed_at AS "closedAt",
        ${count(sql`m.state = 'sent'`)} AS sent, ${count(sql`m.state = 'waiting'`)} AS waiting,
        ${count(sql`m.state IN ('refused', 'bounced', 'given-up')`)} AS "givenUp"
      FROM newsletter_editions e LEFT JOIN newsletter_mails m ON m.edition_id = e.id
      WHERE ${condition} GROUP BY e.id ORDER BY e.created_at DESC, e.id`);
    return rows.map((row) => editionRow.parse(row));
  }

  return {
    getBacklog,

    async addEdition({ id, subject, text, html }: Edition) {
      await run(sql`
        INSERT INTO newsletter_editions (id, subject, text, html, created_at)
        VALUES (${id}, ${subject}, ${text}, ${html}, ${now}) ON CONFLICT (id) DO NOTHING`);
    },

    /**
     * Queues an edition for all confirmed subscribers, each only once. One that is closed or cancelled is not queued.
     */
    async queueEdition(editionId: string) {
      let last: unknown = '';
      while (typeof last === 'string') last = await queueAfter(editionId, last);
    },

    /** The editions that are not closed. */
    listEditions: () => listWhere(isOpen),

    /** The edition with this id, also a closed one. */
    async findEdition(id: string): Promise<EditionCounts | undefined> {
      const [edition] = await listWhere(sql`e.id = ${id}`);
      return edition;
    },

    /** @param code SMTP's, or `operator`. @returns false if it was paused, cancelled or closed already */
    async pauseEdition(id: string, code: string): Promise<boolean> {
      const rows = await run(sql`
        UPDATE newsletter_editions SET paused_at = ${now}, pause_code = ${code}
        WHERE id = ${id} AND ${isSendable} RETURNING 1`);
      return rows.length > 0;
    },

    /** Ends a pause after the cause is corrected. Refused, given-up and postponed mails are due and count for nobody. */
    async resumeEdition(id: string) {
      const [edition] = await run(sql`
        SELECT 1 FROM newsletter_editions WHERE id = ${id} AND ${canBePaused}`);
      if (!edition) return;
      await changeInChunks(
        database,
        sql`UPDATE newsletter_mails SET state = 'waiting', attempts = 0, refusals = 0, code = NULL,
          first_tried_at = NULL, due_at = ${now}`,
        // All commands use one order: otherwise two could deadlock.
        sql`SELECT id FROM newsletter_mails WHERE edition_id = ${id} AND (state IN ('refused', 'given-up')
          OR (state = 'waiting' AND attempts > 0)) ORDER BY id`,
      );
      // This is the last statement, so that after a crash the next `resume` continues.
      await run(sql`
        UPDATE newsletter_editions SET paused_at = NULL, pause_code = NULL WHERE id = ${id}`);
    },

    /** Ends an edition. Those who have it keep it. @returns how many mails were given up */
    async cancelEdition(id: string): Promise<number> {
      await run(sql`
        UPDATE newsletter_editions SET cancelled_at = ${now} WHERE id = ${id} AND ${canBePaused}`);
      return changeInChunks(
        database,
        sql`UPDATE newsletter_mails SET state = 'given-up'`,
        sql`SELECT id FROM newsletter_mails
          WHERE edition_id = ${id} AND state IN ('waiting', 'refused') ORDER BY id`,
      );
    },

    /**
     * Closes editions that were queued `age` milliseconds ago or earlier. Their waiting mails are given up.
     * @returns the closed ones, with the number of these mails
     */
    closeEditions: (age: number) =>
      transaction(async (inside) => {
        const isOld = sql`${isOpen} AND created_at <= (SELECT ${after(database, -age)})`;
        // This waits while one of them is queued.
        await inside(sql`SELECT 1 FROM newsletter_editions WHERE ${isOld} ${forUpdate}`);
        const rows = await inside(sql`
          UPDATE newsletter_editions SET closed_at = ${now}, expired = (SELECT COUNT(*)
            FROM newsletter_mails WHERE edition_id = newsletter_editions.id AND state = 'waiting')
          WHERE ${isOld} RETURNING id, subject, expired`);
        const closed = z.object({ id: z.string(), subject: z.string(), expired: z.number() });
        return rows.map((row) => closed.parse(row));
      }),

    /** Deletes the mails of closed editions, the former program's too. @returns how many */
    async deleteClosedMails() {
      const isClosed = sql`edition_id IN (
        SELECT id FROM newsletter_editions WHERE closed_at IS NOT NULL)`;
      return deleteInChunks(database, 'mails', isClosed);
    },

    /** Lists all problems of sending, for the operator. */
    async getDeliveryProblems() {
      const [rest] = await run(sql`
        SELECT resting_since AS since, rest_code AS code FROM newsletter_sender
        WHERE resting_since IS NOT NULL`);
      const count = async (from: Sql) => {
        const rows = await run(sql`
          SELECT COALESCE(code, '') AS code, COUNT(*) AS count FROM ${from}
          GROUP BY COALESCE(code, '') ORDER BY 2 DESC, 1`);
        return rows.map((row) => codeCountRow.parse(row));
      };
      return {
        rest: rest ? { since: Number(rest['since']), code: String(rest['code']) } : null,
        /** Addresses that were removed because their mail server said that they do not exist. */
        removed: await count(sql`newsletter_suppressions WHERE reason = 'bounced'`),
        refused: await count(sql`newsletter_mails WHERE state IN ('refused', 'bounced')`),
        /** Those of cancelled editions are missing, as nobody can resume them. */
        givenUp: await count(sql`newsletter_mails WHERE state = 'given-up' AND NOT EXISTS (
          SELECT 1 FROM newsletter_editions e WHERE e.id = edition_id AND e.cancelled_at IS NOT NULL)`),
        // A mail without a code is being sent.
        deferred: await count(sql`newsletter_mails WHERE state = 'waiting' AND code IS NOT NULL`),
      };
    },

    async stats() {
      const [row] = await run(sql`
        SELECT *, (SELECT COUNT(*) FROM newsletter_mails
          WHERE state IN ('refused', 'bounced', 'given-up')) AS "givenUp"
        FROM
          (SELECT COUNT(*) FILTER (WHERE status = 'pending') AS pending,
            COUNT(*) FILTER (WHERE status = 'confirmed') AS confirmed
          FROM newsletter_subscribers) s,
          (SELECT COUNT(*) FILTER (WHERE reason = 'unsubscribed') AS unsubscribed,
            COUNT(*) FILTER (WHERE reason = 'bounced') AS bounced,
            COUNT(*) FILTER (WHERE reason = 'operator') AS operator
          FROM newsletter_suppressions) p`);
      const { unsubscribed, bounced, operator, ...counts } = readNumbers(
        row,
        ...(['pending', 'confirmed', 'unsubscribed', 'bounced', 'operator', 'givenUp'] as const),
      );
      return {
        ...counts,
        suppressed: { unsubscribed, bounced, operator },
        ...(await getBacklog()),
      };
    },
  };
}
