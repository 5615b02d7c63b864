import { getRetryDelay, tokenLifetime } from '../timing.ts';
import {
  attemptRow,
  type MailStep,
  type QueueName,
  queuedMailRow,
  queueNames,
  senderTime,
  type TakenMail,
} from './store.ts';
import { after, type Database, listValues, raw, type Sql, sql } from './store-database.ts';

/** Whether an edition's mails may be sent. */
export const isSendable = sql`closed_at IS NULL AND paused_at IS NULL AND cancelled_at IS NULL`;

const isFirst = sql`state = 'waiting' AND attempts = 0`;
const isRepeat = sql`state = 'waiting' AND attempts > 0`;

/** Options of `takeMail`. */
interface TakeOptions {
  /** The process's name in the row of the sender. */
  readonly holder: string;
  readonly queue: QueueName;
  /** Ids of the mails that this process is sending. */
  readonly inFlight: readonly string[];
  /** The hash of the token that a confirmation gets. */
  readonly tokenHash: string;
  /** Makes the keyed hashes of an address key, which find a suppression. */
  readonly hashesOf: (key: string) => readonly string[];
}

/** Queries of the queue of mails and of the one process that sends them. */
export function createMailQueries(database: Database) {
  const { run, now, forUpdate, transaction } = database;
  /** Whether the time of the sender's row is over. An end further ahead counts, too: the clock was set back. */
  const isOver = sql`(ends_at <= ${now} OR ends_at > ${after(database, senderTime)})`;
  const sendable = sql`SELECT id FROM newsletter_editions WHERE ${isSendable}`;

  /**
   * A SELECT of the next mail of a queue. It reads only the ends of an index, one for each edition: thousands of mails of
   * a paused edition must not slow down the others.
   */
  function selectNext(queue: QueueName, inFlight: readonly string[]): Sql {
    const isFree = inFlight.length === 0 ? sql`true` : sql`id NOT IN (${listValues(inFlight)})`;
    const first = (where: Sql, order: string) =>
      sql`(SELECT id FROM newsletter_mails WHERE ${where} AND ${isFree} ORDER BY ${raw(order)} LIMIT 1)`;
    if (queue === 'confirmations')
      return first(sql`edition_id IS NULL AND ${isFirst}`, 'created_at DESC');
    const ofEdition = sql`edition_id = newsletter_editions.id`;
    const editions = sql`FROM newsletter_editions WHERE ${isSendable}`;
    if (queue === 'editions') {
      const mail = first(sql`${ofEdition} AND ${isFirst}`, 'created_at');
      return sql`(SELECT id FROM (SELECT ${mail} AS id, created_at ${editions}) e
        WHERE id IS NOT NULL ORDER BY created_at LIMIT 1)`;
    }
    const isDue = sql`${isRepeat} AND due_at <= ${now}`;
    return sql`(SELECT id FROM newsletter_mails WHERE id IN (
        SELECT ${first(sql`${ofEdition} AND ${isDue}`, 'due_at')} ${editions}
        UNION ALL SELECT ${first(sql`edition_id IS NULL AND ${isDue}`, 'due_at')})
      ORDER BY due_at LIMIT 1)`;
  }

  return {
    /**
     * The queues that have a mail to send, and whether this process is or may become the sender. It only reads, because
     * every process calls it every few seconds.
     */
    async findWork(holder: string, inFlight: readonly string[]) {
      const [row] = await run(sql`
        SELECT holder = ${holder} OR ${isOver} AS may,
          ${selectNext('confirmations', inFlight)} AS confirmations,
          ${selectNext('editions', inFlight)} AS editions,
          ${selectNext('repeats', inFlight)} AS repeats
        FROM newsletter_sender`);
      const queues = queueNames.filter((queue) => row?.[queue] != null);
      return { queues, maySend: Boolean(row?.['may']) };
    },

    /**
     * Makes this process the sender for a while, or keeps it so.
     * @returns undefined while another one is it; else whether another process may have sent since this one did
     */
    becomeSender: (holder: string) =>
      transaction(async (inside): Promise<'same' | 'new' | undefined> => {
        const [row] = await inside(sql`
          SELECT holder, ${isOver} AS is_over FROM newsletter_sender ${forUpdate}`);
        const isSame = row?.['holder'] === holder;
        if (!isSame && !row?.['is_over']) return undefined;
        await inside(sql`
          UPDATE newsletter_sender SET holder = ${holder}, ends_at = ${after(database, senderTime)}`);
        return isSame ? 'same' : 'new';
      }),

    /** Lets another process send. */
    async leaveSender(holder: string) {
      await run(sql`UPDATE newsletter_sender SET ends_at = 0 WHERE holder = ${holder}`);
    },

    /** Stores since when and why the sender rests, for people; without a code: that it rests no longer. */
    async storeRest(holder: string, code: string | null) {
      const since = code === null ? null : sql`COALESCE(resting_since, ${now})`;
      await run(sql`
        UPDATE newsletter_sender SET resting_since = ${since}, rest_code = ${code}
        WHERE holder = ${holder}`);
    },

    /**
     * Takes the next mail of a queue, and stores when it is tried again: a mail whose outcome is never stored is not
     * sent again at once. The last statement reads the mail with its reader, who may have left meanwhile.
     *
     * @returns the mail; `none`; or `not-sender`: another process sends
     */
    takeMail: ({ holder, queue, inFlight, tokenHash, hashesOf }: TakeOptions) =>
      transaction(async (inside): Promise<TakenMail | 'none' | 'not-sender'> => {
        // Locked until the end of the transaction: no other process becomes the sender meanwhile.
        const sender = await inside(sql`
          SELECT 1 FROM newsletter_sender WHERE holder = ${holder} AND NOT ${isOver} ${forUpdate}`);
        if (sender.length === 0) return 'not-sender';
        const [next] = await inside(sql`
          SELECT m.id, m.attempts, s.address_key AS key
          FROM newsletter_mails m JOIN newsletter_subscribers s ON s.id = m.subscriber_id
          WHERE m.id = ${selectNext(queue, inFlight)}`);
        if (!next) return 'none';
        const id = String(next['id']);
        const delay = getRetryDelay(Number(next['attempts']) + 1);
        await inside(sql`
          UPDATE newsletter_mails SET attempts = attempts + 1, due_at = ${after(database, delay)},
            first_tried_at = COALESCE(first_tried_at, ${now})
          WHERE id = ${id}`);
        const suppressed = sql`SELECT reason FROM newsletter_suppressions
          WHERE hash IN (${listValues(hashesOf(String(next['key'])))})`;
        const [row] = await inside(sql`
          SELECT m.id, CASE WHEN m.edition_id IS NULL THEN 'confirmation' ELSE 'edition' END AS kind,
            m.edition_id AS "editionId", s.id AS "subscriberId", s.address, s.address_key AS key,
            e.subject, e.text, e.html, m.attempts, m.refusals, ${now} - m.first_tried_at AS age
          FROM newsletter_mails m JOIN newsletter_subscribers s ON s.id = m.subscriber_id
            LEFT JOIN newsletter_editions e ON e.id = m.edition_id
          WHERE m.id = ${id} AND m.state = 'waiting' AND (
            (m.edition_id IS NULL AND s.status = 'pending'
              AND NOT EXISTS (${suppressed} AND reason <> 'unsubscribed'))
            OR (m.edition_id IN (${sendable}) AND s.status = 'confirmed'
              AND NOT EXISTS (${suppressed})))`);
        if (!row) {
          // Nobody wants it any more. The mail of an edition that was just paused stays.
          await inside(sql`
            DELETE FROM newsletter_mails
            WHERE id = ${id} AND (edition_id IS NULL OR edition_id IN (${sendable}))`);
          return 'none';
        }
        const mail = queuedMailRow.parse(row);
        if (mail.kind === 'confirmation')
          await inside(sql`
            INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
            VALUES (${tokenHash}, ${mail.subscriberId}, ${after(database, tokenLifetime)})`);
        return { ...mail, ...attemptRow.parse(row) };
      }),

    /**
     * Stores what follows from an attempt. Only a sent mail is stored if its row has changed meanwhile, because somebody
     * asked again or another process has tried it.
     */
    storeStep: ({ id, kind, subscriberId, attempts }: TakenMail, step: MailStep) =>
      transaction(async (inside) => {
        if (step.state === 'sent') {
          const isMail = sql`id = ${id}`;
          // A confirmation is no longer needed. An edition's row stays, so that it is not sent twice.
          if (kind === 'confirmation')
            return void (await inside(sql`DELETE FROM newsletter_mails WHERE ${isMail}`));
          await inside(sql`
            UPDATE newsletter_mails SET state = 'sent', code = NULL WHERE ${isMail}`);
          await inside(sql`
            UPDATE newsletter_subscribers SET bounces = 0 WHERE id = ${subscriberId} AND bounces > 0`);
          await inside(sql`
            UPDATE newsletter_mails SET state = 'given-up'
            WHERE subscriber_id = ${subscriberId} AND state = 'refused'`);
          return;
        }
        const isUnchanged = sql`id = ${id} AND state = 'waiting' AND attempts = ${attempts}`;
        if (step.state === 'untried') {
          await inside(sql`
            UPDATE newsletter_mails SET attempts = attempts - 1, due_at = ${now},
              first_tried_at = CASE WHEN attempts > 1 THEN first_tried_at END
            WHERE ${isUnchanged}`);
          return;
        }
        await inside(sql`
          UPDATE newsletter_mails SET state = ${step.state}, code = ${step.code},
            refusals = ${step.refusals}, due_at = ${after(database, step.delay)}
          WHERE ${isUnchanged}`);
      }),
  };
}
