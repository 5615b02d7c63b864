import { closedEditionRow, type Edition, editionRow, recipientsRow } from './store.ts';
import { after, type Database, deleteInChunks, listColumns, sql } from './store-database.ts';

/**
 * Queries of the editions. An edition is closed when its mails are no longer needed: they are deleted. Its recipients
 * are then unknown, so it cannot be sent again.
 */
export function createEditionQueries(database: Database) {
  const { run, now, forUpdate, transaction } = database;
  const isOpen = sql`closed_at IS NULL`;
  const closed = sql`SELECT id FROM newsletter_editions WHERE NOT (${isOpen})`;
  return {
    async addEdition({ id, subject, text, html }: Edition) {
      await run(sql`
        INSERT INTO newsletter_editions (id, subject, text, html, created_at)
        VALUES (${id}, ${subject}, ${text}, ${html}, ${now}) ON CONFLICT (id) DO NOTHING`);
    },

    /**
     * Queues an edition for up to `count` confirmed subscribers with ids after `afterId`, each only once.
     * @returns the last id of this part, or undefined at the end and for a closed edition
     */
    queueEdition: (editionId: string, afterId: string, count: number) =>
      transaction('durable', async ({ run: inside }) => {
        const open = await inside(sql`
          SELECT 1 FROM newsletter_editions WHERE id = ${editionId} AND ${isOpen} ${forUpdate}`);
        if (open.length === 0) return undefined;
        const confirmed = sql`SELECT id FROM newsletter_subscribers
          WHERE status = 'confirmed' AND id > ${afterId}`;
        const [row] = await inside(
          sql`SELECT MAX(id) AS last FROM (${confirmed} ORDER BY id LIMIT ${count}) b`,
        );
        const last = row?.['last'];
        if (typeof last !== 'string') return undefined;
        // Selects up to the last id: with the count, people who confirm meanwhile would push out the last ones. Locks
        // the rows: if one person unsubscribed meanwhile, PostgreSQL would reject the mails of all.
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
        SELECT COUNT(*) AS queued, COUNT(*) FILTER (WHERE state IN ('sent', 'perhaps-sent')) AS sent,
          (SELECT COUNT(*) FROM newsletter_subscribers WHERE status = 'confirmed') AS confirmed
        FROM newsletter_outbox WHERE kind = 'edition' AND edition_id = ${editionId}`);
      return recipientsRow.parse(row);
    },

    /** The editions that are not closed, the newest first, with their mails. */
    async listEditions() {
      const count = (state: string) => sql`COUNT(*) FILTER (WHERE o.state = ${state})`;
      const rows = await run(sql`
        SELECT e.id, e.subject, ${count('sent')} AS sent, ${count('waiting')} AS waiting,
          ${count('given-up')} AS "givenUp", ${count('perhaps-sent')} AS "perhapsSent"
        FROM newsletter_editions e
          LEFT JOIN newsletter_outbox o ON o.edition_id = e.id AND o.kind = 'edition'
        WHERE ${isOpen} GROUP BY e.id, e.subject, e.created_at ORDER BY e.created_at DESC, e.id`);
      return rows.map((row) => editionRow.parse(row));
    },

    /** When an edition was closed, in milliseconds since 1970; undefined for one that may be sent. */
    async findClosing(editionId: string): Promise<number | undefined> {
      const [row] = await run(sql`
        SELECT closed_at AS time FROM newsletter_editions
        WHERE id = ${editionId} AND NOT (${isOpen})`);
      return row && Number(row['time']);
    },

    /**
     * Closes editions without an attempt within `age`. Their waiting mails are given up.
     *
     * @returns the closed ones, with the number of these mails
     */
    closeEditions: (age: number) =>
      transaction('bulk', async ({ run: inside }) => {
        // Waits while one of them is queued: then it has mails that are due now.
        await inside(sql`SELECT 1 FROM newsletter_editions WHERE ${isOpen} ${forUpdate}`);
        const since = sql`(SELECT ${after(database, -age)})`;
        const mails = sql`FROM newsletter_outbox o
          WHERE o.kind = 'edition' AND o.edition_id = newsletter_editions.id`;
        // The states make the index find the times.
        const rows = await inside(sql`
          UPDATE newsletter_editions SET closed_at = ${now},
            unsent = (SELECT COUNT(*) ${mails} AND o.state = 'waiting')
          WHERE ${isOpen} AND created_at <= ${since} AND NOT EXISTS (
            SELECT 1 ${mails} AND o.state IN ('waiting', 'sent', 'given-up') AND o.due_at > ${since})
          RETURNING ${listColumns(closedEditionRow)}`);
        return rows.map((row) => closedEditionRow.parse(row));
      }),

    /** The closed editions that were not sent to everybody, the last one first. */
    async listUnsent() {
      const rows = await run(sql`
        SELECT ${listColumns(closedEditionRow)} FROM newsletter_editions
        WHERE unsent > 0 ORDER BY closed_at DESC`);
      return rows.map((row) => closedEditionRow.parse(row));
    },

    /** Deletes the mails of closed editions, and then their pauses: a paused mail is not sent. @returns how many mails */
    async deleteClosedMails() {
      const which = sql`kind = 'edition' AND edition_id IN (${closed})`;
      const deleted = await deleteInChunks(database, 'outbox', which);
      await run(sql`DELETE FROM newsletter_pauses WHERE batch IN (${closed})`);
      return deleted;
    },
  };
}
