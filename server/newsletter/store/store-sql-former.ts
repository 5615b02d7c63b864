import { setImmediate } from 'node:timers/promises';
import { type Database, listValues, sql } from './store-database.ts';

/** Rows in one transaction: few enough that no page waits. */
const chunk = 200;

/**
 * Moves the mails of the former program to the new table, the recipients of its editions too. One of its processes may
 * still run: its queue is paused by migration 2, but it sends what it had claimed before, and it accepts forms. A
 * claimed mail stays until its lease is over.
 */
export async function moveFormerMails({ run, now, forUpdate, transaction }: Database) {
  const movable = sql`SELECT id FROM newsletter_outbox WHERE lease IS NULL OR due_at <= ${now}`;
  while ((await run(sql`${movable} LIMIT 1`)).length > 0) {
    const moved = await transaction(async (inside) => {
      const rows = await inside(sql`${movable} LIMIT ${chunk} ${forUpdate}`);
      const isMeant = sql`id IN (${listValues(rows.map(({ id }) => String(id)))})`;
      // A new form replaces a mail that was given up.
      await inside(sql`
        DELETE FROM newsletter_mails WHERE edition_id IS NULL AND state = 'given-up' AND subscriber_id IN (
          SELECT subscriber_id FROM newsletter_outbox WHERE ${isMeant} AND kind = 'confirmation')`);
      await inside(sql`
        INSERT INTO newsletter_mails (id, edition_id, subscriber_id, state, attempts, refusals, code,
          due_at, created_at, first_tried_at)
        SELECT id, edition_id, subscriber_id,
          CASE WHEN state = 'perhaps-sent' THEN 'sent' ELSE state END,
          attempts, rejections, code, due_at, created_at, first_tried_at
        FROM newsletter_outbox WHERE ${isMeant} ON CONFLICT DO NOTHING`);
      await inside(sql`DELETE FROM newsletter_outbox WHERE ${isMeant}`);
      return rows.length;
    });
    if (moved === 0) return; // Another process moves them.
    await setImmediate();
  }
}
