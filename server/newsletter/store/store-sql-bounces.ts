import { day } from '#shared/durations.ts';
import type { CodeCount, NewsletterStore, Pause, Row } from './store.ts';
import {
  type Database,
  getHolder,
  readNumber,
  readText,
  readTextOrNull,
} from './store-database.ts';

type BounceQueries = Pick<
  NewsletterStore,
  'recordBounce' | 'pause' | 'resume' | 'getDeliveryProblems'
>;

/** Rows changed by one statement: a visitor who subscribes meanwhile does not wait for all of them. */
const chunk = 5_000;

/** The batch of a mail of the outbox, in SQL. */
const batchOf = `COALESCE(o.issue_id, 'confirmation')`;

/** Bounces, and batches that pause. */
export function createBounceQueries(database: Database): BounceQueries {
  const { run, now, transaction } = database;

  /** Changes the state of all mails that pass. @returns how many */
  async function changeAll(change: string, where: string, ...values: string[]): Promise<number> {
    let changed = 0;
    while (true) {
      const rows = await run(
        `UPDATE newsletter_outbox SET ${change}
         WHERE id IN (SELECT o.id FROM newsletter_outbox o WHERE ${where} LIMIT ${chunk})
         RETURNING id`,
        ...values,
      );
      changed += rows.length;
      if (rows.length < chunk) return changed;
    }
  }

  return {
    recordBounce: (mail, leaseId, { code, hash, maxDays, delay }) =>
      transaction('durable', async ({ run: inside }) => {
        const mine = ['id = ? AND lease = ?', mail.id, getHolder(database, leaseId)] as const;
        const [where, ...values] = mine;
        const held = await inside(`SELECT id FROM newsletter_outbox WHERE ${where}`, ...values);
        if (held.length === 0) return 'postponed'; // By the worker who holds it now.
        // The database decides what another day is: all replicas agree.
        const counts = `(bounced_at IS NULL OR bounced_at <= ${now} - ${day})`;
        const [row] = await inside(
          `UPDATE newsletter_subscribers SET
             bounce_days = CASE WHEN ${counts} THEN bounce_days + 1 ELSE bounce_days END,
             bounced_at = CASE WHEN ${counts} THEN ${now} ELSE bounced_at END,
             bounce_code = ?
           WHERE id = ?
           RETURNING status, bounce_days,
             CASE WHEN EXISTS (SELECT 1 FROM newsletter_outbox
               WHERE kind = 'issue' AND issue_id = ? AND state = 'sent') THEN 1 ELSE 0 END AS reached`,
          code,
          mail.subscriberId,
          mail.editionId,
        );
        if (!row) return 'postponed'; // The subscriber is gone, and the mail with it.
        const isLastDay = readNumber(row, 'bounce_days') >= maxDays;
        if (isLastDay && row['status'] === 'confirmed' && row['reached'] === 1) {
          await inside('DELETE FROM newsletter_subscribers WHERE id = ?', mail.subscriberId);
          await inside(
            `INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, code)
             VALUES (?, 'refused', ${now}, ${now}, ?)
             ON CONFLICT (hash) DO UPDATE SET reason = 'refused', since = ${now}, code = excluded.code
             WHERE newsletter_suppressions.reason <> 'operator'`,
            hash,
            code,
          );
          return 'removed';
        }
        const isOver = delay === undefined || (isLastDay && row['status'] === 'pending');
        await inside(
          `UPDATE newsletter_outbox
           SET state = ?, lease = NULL, due_at = ${now} + CAST(? AS BIGINT), code = ? WHERE ${where}`,
          isOver ? 'abandoned' : 'waiting',
          delay ?? 0,
          code,
          ...values,
        );
        return isOver ? 'given-up' : 'postponed';
      }),

    async pause(batch, code) {
      const rows = await run(
        `INSERT INTO newsletter_pauses (batch, code, paused_at) VALUES (?, ?, ${now})
         ON CONFLICT (batch) DO NOTHING RETURNING batch`,
        batch,
        code,
      );
      // A mail that a worker is sending at this moment is that worker's to note.
      const waits = `o.state = 'waiting' AND o.lease IS NULL`;
      await changeAll(`state = 'abandoned'`, `${waits} AND ${batchOf} = ?`, batch);
      return rows.length > 0;
    },

    async resume(batch) {
      const given = batch === undefined ? [] : [batch];
      const rows = await run(
        `DELETE FROM newsletter_pauses WHERE ${given.length > 0 ? 'batch = ?' : 'true'} RETURNING batch`,
        ...given,
      );
      if (batch !== undefined && rows.length === 0) return 0;
      return changeAll(
        `state = 'waiting', attempts = 0, refusals = 0, lease = NULL, due_at = ${now}`,
        `o.state = 'abandoned'${given.length > 0 ? ` AND ${batchOf} = ?` : ''}`,
        ...given,
      );
    },

    async getDeliveryProblems() {
      const pauses = await run(
        `SELECT p.batch, p.code, p.paused_at, i.subject,
           (SELECT COUNT(*) FROM newsletter_outbox o
            WHERE o.state = 'abandoned' AND ${batchOf} = p.batch) AS mails
         FROM newsletter_pauses p LEFT JOIN newsletter_issues i ON i.id = p.batch
         ORDER BY p.paused_at`,
      );
      const count = async (column: string, rest: string) =>
        (
          await run(
            `SELECT COALESCE(${column}, '') AS code, COUNT(*) AS count FROM ${rest}
             GROUP BY COALESCE(${column}, '') ORDER BY 2 DESC, 1`,
          )
        ).map(readCount);
      return {
        pauses: pauses.map(readPause),
        removed: await count('code', `newsletter_suppressions WHERE reason = 'refused'`),
        bouncing: await count('bounce_code', 'newsletter_subscribers WHERE bounce_days > 0'),
        givenUp: await count('code', `newsletter_outbox WHERE state = 'abandoned'`),
      };
    },
  };
}

function readPause(row: Row): Pause {
  return {
    batch: readText(row, 'batch'),
    subject: readTextOrNull(row, 'subject'),
    code: readText(row, 'code'),
    pausedAt: readNumber(row, 'paused_at'),
    mails: readNumber(row, 'mails'),
  };
}

function readCount(row: Row): CodeCount {
  return { code: readText(row, 'code'), count: readNumber(row, 'count') };
}
