import type { NewsletterStore, QueuedMail, Row } from './store.ts';
import {
  type Database,
  getHolder,
  placeholders,
  readNumber,
  readOneOf,
  readText,
  readTextOrNull,
  readWorker,
} from './store-database.ts';

type OutboxQueries = Pick<
  NewsletterStore,
  | 'claim'
  | 'begin'
  | 'markSent'
  | 'postpone'
  | 'release'
  | 'addEdition'
  | 'findEdition'
  | 'queueEdition'
  | 'countRecipients'
  | 'stats'
  | 'getBacklog'
>;

/** As the tables name them. Confirmations first: somebody is waiting for them. */
const kinds = ['confirmation', 'issue'] as const;

const selectMails = `
  SELECT o.id, o.kind, o.issue_id, o.attempts, o.refusals, s.id AS subscriber_id, s.address, s.address_key
  FROM newsletter_outbox o JOIN newsletter_subscribers s ON s.id = o.subscriber_id`;

const paused = '(SELECT COUNT(*) FROM newsletter_pauses) AS paused';

/** The outbox and the editions. A lease is a due time in the future and the name of its holder. */
export function createOutboxQueries(database: Database): OutboxQueries {
  const { run, now, skipLocked, transaction } = database;
  const holder = (leaseId: string) => getHolder(database, leaseId);
  return {
    async claim(count, lease, leaseId) {
      let claimed = 0;
      for (const kind of kinds) {
        if (claimed >= count) break;
        const rows = await run(
          `WITH picked AS MATERIALIZED (
             SELECT id FROM newsletter_outbox
             WHERE state = 'waiting' AND kind = '${kind}' AND due_at <= ${now}
             ORDER BY due_at LIMIT ? ${skipLocked}
           )
           UPDATE newsletter_outbox
           SET lease = ?, due_at = ${now} + CAST(? AS BIGINT), attempts = attempts + 1
           WHERE id IN (SELECT id FROM picked) RETURNING id`,
          count - claimed,
          holder(leaseId),
          lease,
        );
        claimed += rows.length;
      }
      if (claimed === 0) return [];
      const rows = await run(`${selectMails} WHERE o.lease = ? ORDER BY o.kind`, holder(leaseId));
      return rows.map(readMail);
    },

    begin: (mail, leaseId, lease, token) =>
      transaction('durable', async ({ run: inside }) => {
        const mine = `id = ? AND lease = ? AND state = 'waiting'`;
        if (!token) {
          // A look is enough while most of the lease is left, and a write for each mail is not free.
          const [row] = await inside(
            `SELECT CASE WHEN due_at > ${now} + CAST(? AS BIGINT) THEN 1 ELSE 0 END AS fresh
             FROM newsletter_outbox WHERE ${mine}`,
            Math.ceil(lease / 2),
            mail.id,
            holder(leaseId),
          );
          if (!row) return false;
          if (row['fresh'] === 1) return true;
        }
        const extended = await inside(
          `UPDATE newsletter_outbox SET due_at = ${now} + CAST(? AS BIGINT) WHERE ${mine} RETURNING id`,
          lease,
          mail.id,
          holder(leaseId),
        );
        if (extended.length === 0) return false;
        if (token) {
          await inside(
            `INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
             VALUES (?, ?, ${now} + CAST(? AS BIGINT))`,
            token.hash,
            mail.subscriberId,
            token.lifetime,
          );
        }
        return true;
      }),

    async markSent({ id, kind, subscriberId }, leaseId) {
      await run(
        `UPDATE newsletter_subscribers SET bounce_days = 0, bounced_at = NULL, bounce_code = NULL
         WHERE id = ? AND bounce_days > 0`,
        subscriberId,
      );
      // A confirmation has done its work. An edition stays, or it could be sent again.
      if (kind === 'confirmation') {
        await run('DELETE FROM newsletter_outbox WHERE id = ? AND lease = ?', id, holder(leaseId));
      } else {
        await run(
          `UPDATE newsletter_outbox SET state = 'sent', lease = NULL WHERE id = ? AND lease = ?`,
          id,
          holder(leaseId),
        );
      }
    },

    async postpone({ id }, leaseId, delay, failure) {
      await run(
        `UPDATE newsletter_outbox SET state = ?, lease = NULL, due_at = ${now} + CAST(? AS BIGINT),
           refusals = refusals + ?, code = ?
         WHERE id = ? AND lease = ?`,
        delay === undefined ? 'abandoned' : 'waiting',
        delay ?? 0,
        failure?.isRejection ? 1 : 0,
        failure?.code ?? null,
        id,
        holder(leaseId),
      );
    },

    async release(mails, leaseId) {
      if (mails.length === 0) return;
      await run(
        `UPDATE newsletter_outbox SET lease = NULL, due_at = ${now}, attempts = attempts - 1
         WHERE lease = ? AND id IN (${placeholders(mails)})`,
        holder(leaseId),
        ...mails.map(({ id }) => id),
      );
    },

    async addEdition({ id, subject, text, html }) {
      await run(
        `INSERT INTO newsletter_issues (id, subject, text, html, created_at)
         VALUES (?, ?, ?, ?, ${now}) ON CONFLICT (id) DO NOTHING`,
        id,
        subject,
        text,
        html,
      );
    },
    async findEdition(id) {
      const [row] = await run('SELECT subject, text, html FROM newsletter_issues WHERE id = ?', id);
      return (
        row && {
          id,
          subject: readText(row, 'subject'),
          text: readText(row, 'text'),
          html: readTextOrNull(row, 'html'),
        }
      );
    },

    queueEdition: (editionId, after, count) =>
      transaction('durable', async ({ run: inside }) => {
        const batch = `SELECT id FROM newsletter_subscribers
          WHERE status = 'confirmed' AND id > ? ORDER BY id LIMIT ?`;
        const [row = {}] = await inside(`SELECT MAX(id) AS last FROM (${batch}) b`, after, count);
        const last = readTextOrNull(row, 'last');
        if (last === null) return undefined;
        await inside(
          `INSERT INTO newsletter_outbox
             (id, kind, issue_id, subscriber_id, state, attempts, lease, due_at, created_at)
           SELECT CAST(? AS TEXT) || '-' || b.id, 'issue', CAST(? AS TEXT), b.id, 'waiting', 0, NULL, ${now}, ${now}
           FROM (${batch}) b WHERE true
           ON CONFLICT (subscriber_id, issue_id) WHERE kind = 'issue' DO NOTHING`,
          editionId,
          editionId,
          after,
          count,
        );
        return last;
      }),

    async countRecipients(editionId) {
      const count = (where: string) =>
        `(SELECT COUNT(*) FROM newsletter_outbox WHERE kind = 'issue' AND issue_id = ? ${where})`;
      const [row = {}] = await run(
        `SELECT (SELECT COUNT(*) FROM newsletter_subscribers WHERE status = 'confirmed') AS confirmed,
           ${count('')} AS queued, ${count(`AND state = 'sent'`)} AS sent`,
        editionId,
        editionId,
      );
      return {
        confirmed: readNumber(row, 'confirmed'),
        queued: readNumber(row, 'queued'),
        sent: readNumber(row, 'sent'),
      };
    },

    async getBacklog() {
      const [row = {}] = await run(
        `SELECT COUNT(*) AS waiting, COALESCE(${now} - MIN(created_at), 0) AS oldest, ${paused}
         FROM newsletter_outbox WHERE state = 'waiting'`,
      );
      return {
        paused: readNumber(row, 'paused'),
        waiting: readNumber(row, 'waiting'),
        oldestSeconds: Math.round(readNumber(row, 'oldest') / 1000),
      };
    },

    async stats() {
      const subscribers = (status: string) =>
        `(SELECT COUNT(*) FROM newsletter_subscribers WHERE status = '${status}')`;
      const suppressed = (reason: string) =>
        `(SELECT COUNT(*) FROM newsletter_suppressions WHERE reason = '${reason}')`;
      const mails = (state: string) =>
        `(SELECT COUNT(*) FROM newsletter_outbox WHERE state = '${state}')`;
      const [row = {}] = await run(
        `SELECT ${subscribers('pending')} AS pending, ${subscribers('confirmed')} AS confirmed,
           ${suppressed('left')} AS has_left, ${suppressed('refused')} AS refused,
           ${suppressed('operator')} AS operator, ${mails('waiting')} AS waiting,
           ${mails('abandoned')} AS abandoned, ${mails('sent')} AS sent, ${paused},
           COALESCE(${now} - (SELECT MIN(created_at) FROM newsletter_outbox WHERE state = 'waiting'), 0) AS oldest`,
      );
      return {
        pending: readNumber(row, 'pending'),
        confirmed: readNumber(row, 'confirmed'),
        suppressed: {
          unsubscribed: readNumber(row, 'has_left'),
          bounced: readNumber(row, 'refused'),
          operator: readNumber(row, 'operator'),
        },
        paused: readNumber(row, 'paused'),
        waiting: readNumber(row, 'waiting'),
        oldestSeconds: Math.round(readNumber(row, 'oldest') / 1000),
        givenUp: readNumber(row, 'abandoned'),
        sent: readNumber(row, 'sent'),
      };
    },
  };
}

/** Frees what dead processes held: nobody has to wait for the end of their leases. */
export async function freeDeadLeases({ run, now, workers }: Database): Promise<void> {
  if (!workers) return;
  const rows = await run('SELECT DISTINCT lease FROM newsletter_outbox WHERE lease IS NOT NULL');
  const holders = rows.map((row) => readText(row, 'lease'));
  const dead = holders.filter((name) => !workers.isAlive(readWorker(name)));
  for (const lease of dead) {
    await run(`UPDATE newsletter_outbox SET lease = NULL, due_at = ${now} WHERE lease = ?`, lease);
  }
}

function readMail(row: Row): QueuedMail {
  return {
    id: readText(row, 'id'),
    kind: readOneOf(row, 'kind', kinds) === 'issue' ? 'edition' : 'confirmation',
    editionId: readTextOrNull(row, 'issue_id'),
    attempts: readNumber(row, 'attempts'),
    rejections: readNumber(row, 'refusals'),
    subscriberId: readText(row, 'subscriber_id'),
    address: readText(row, 'address'),
    key: readText(row, 'address_key'),
  };
}
