/*
 * The tables, as numbered plain SQL for both SQLite and PostgreSQL. They are TypeScript strings and not .sql files,
 * so that the bundle, tsx and vitest need no loader.
 *
 * To change a table, add a migration at the end. Never edit one that has landed: a test has the digest of each. Times are
 * milliseconds since 1970 (BIGINT), hashes are hexadecimal.
 */

/** Its number is its position in the list, from 1. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  {
    name: 'tables',
    sql: `
      CREATE TABLE newsletter_subscribers (
        id TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        address_key TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed')),
        requested_at BIGINT NOT NULL,
        confirmed_at BIGINT,
        asked_at BIGINT NOT NULL,
        consent TEXT NOT NULL,
        bounce_days INTEGER NOT NULL DEFAULT 0,
        bounced_at BIGINT,
        bounce_code TEXT
      );
      CREATE INDEX newsletter_subscribers_pending
        ON newsletter_subscribers (requested_at) WHERE status = 'pending';
      CREATE INDEX newsletter_subscribers_confirmed
        ON newsletter_subscribers (id) WHERE status = 'confirmed';
      CREATE INDEX newsletter_subscribers_bouncing
        ON newsletter_subscribers (bounce_code) WHERE bounce_days > 0;

      CREATE TABLE newsletter_confirmations (
        hash TEXT PRIMARY KEY,
        subscriber_id TEXT NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
        expires_at BIGINT NOT NULL
      );
      CREATE INDEX newsletter_confirmations_subscriber ON newsletter_confirmations (subscriber_id);

      CREATE TABLE newsletter_suppressions (
        hash TEXT PRIMARY KEY,
        reason TEXT NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'operator')),
        since BIGINT NOT NULL,
        asked_at BIGINT NOT NULL,
        code TEXT
      );

      CREATE TABLE newsletter_consents (version TEXT PRIMARY KEY, text TEXT NOT NULL);

      CREATE TABLE newsletter_editions (
        id TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        text TEXT NOT NULL,
        html TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        closed_at BIGINT,
        unsent INTEGER
      );

      CREATE TABLE newsletter_outbox (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'edition')),
        edition_id TEXT REFERENCES newsletter_editions,
        subscriber_id TEXT NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'perhaps-sent', 'given-up')),
        attempts INTEGER NOT NULL,
        rejections INTEGER NOT NULL DEFAULT 0,
        silences INTEGER NOT NULL DEFAULT 0,
        code TEXT,
        lease TEXT,
        due_at BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        first_tried_at BIGINT
      );
      CREATE INDEX newsletter_outbox_first
        ON newsletter_outbox (kind, due_at, edition_id) WHERE state = 'waiting' AND attempts = 0;
      CREATE INDEX newsletter_outbox_retries
        ON newsletter_outbox (due_at, edition_id) WHERE state = 'waiting' AND attempts > 0;
      CREATE INDEX newsletter_outbox_lease ON newsletter_outbox (lease) WHERE lease IS NOT NULL;
      CREATE INDEX newsletter_outbox_oldest ON newsletter_outbox (created_at) WHERE state = 'waiting';
      CREATE INDEX newsletter_outbox_given_up
        ON newsletter_outbox (edition_id) WHERE state = 'given-up';
      CREATE INDEX newsletter_outbox_subscriber ON newsletter_outbox (subscriber_id);
      CREATE INDEX newsletter_outbox_perhaps_sent
        ON newsletter_outbox (edition_id) WHERE state = 'perhaps-sent';
      CREATE UNIQUE INDEX newsletter_outbox_confirmation
        ON newsletter_outbox (subscriber_id) WHERE kind = 'confirmation';
      CREATE UNIQUE INDEX newsletter_outbox_edition
        ON newsletter_outbox (subscriber_id, edition_id) WHERE kind = 'edition';
      CREATE INDEX newsletter_outbox_of_edition
        ON newsletter_outbox (edition_id, state, due_at) WHERE kind = 'edition';

      CREATE TABLE newsletter_pauses (
        batch TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        paused_at BIGINT NOT NULL,
        probe_at BIGINT
      );

      CREATE TABLE newsletter_limits (
        key TEXT PRIMARY KEY,
        hits INTEGER NOT NULL,
        ends_at BIGINT NOT NULL
      );
      CREATE INDEX newsletter_limits_end ON newsletter_limits (ends_at);

      CREATE TABLE newsletter_submissions (
        owner TEXT NOT NULL,
        key TEXT NOT NULL,
        is_stored INTEGER NOT NULL,
        ends_at BIGINT NOT NULL,
        PRIMARY KEY (owner, key)
      );
      CREATE INDEX newsletter_submissions_end ON newsletter_submissions (ends_at);

      CREATE TABLE newsletter_secrets (
        id TEXT NOT NULL,
        encrypted TEXT NOT NULL,
        PRIMARY KEY (id, encrypted)
      );

      CREATE TABLE newsletter_retention (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        purged_at BIGINT NOT NULL,
        deletes_from BIGINT NOT NULL
      );
    `,
  },
  {
    // Runs on both forms of migration 1: it was edited once, so databases exist without `unsent` and `silences`. The
    // tables `outbox`, `pauses`, `limits`, `submissions`, `secrets` and `retention` stay for processes of the former
    // version, which may still run: a pause of everything keeps them from claiming a mail, and `store-sql-former.ts`
    // moves the mails. Without CHECK, as SQLite cannot change one.
    name: 'one sender',
    sql: `
      ALTER TABLE newsletter_subscribers ADD COLUMN mailbox TEXT;
      CREATE INDEX newsletter_subscribers_mailbox ON newsletter_subscribers (mailbox);
      ALTER TABLE newsletter_subscribers ADD COLUMN mailed_at BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE newsletter_subscribers ADD COLUMN mails_today INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE newsletter_subscribers ADD COLUMN bounces INTEGER NOT NULL DEFAULT 0;

      ALTER TABLE newsletter_editions ADD COLUMN paused_at BIGINT;
      ALTER TABLE newsletter_editions ADD COLUMN pause_code TEXT;
      ALTER TABLE newsletter_editions ADD COLUMN cancelled_at BIGINT;
      ALTER TABLE newsletter_editions ADD COLUMN expired INTEGER;

      CREATE TABLE newsletter_mails (
        id TEXT PRIMARY KEY,
        edition_id TEXT REFERENCES newsletter_editions,
        subscriber_id TEXT NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        refusals INTEGER NOT NULL DEFAULT 0,
        code TEXT,
        due_at BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        first_tried_at BIGINT
      );
      CREATE UNIQUE INDEX newsletter_mails_subscriber ON newsletter_mails (subscriber_id, edition_id);
      CREATE UNIQUE INDEX newsletter_mails_confirmation
        ON newsletter_mails (subscriber_id) WHERE edition_id IS NULL;
      CREATE INDEX newsletter_mails_edition ON newsletter_mails (edition_id, state);
      CREATE INDEX newsletter_mails_first
        ON newsletter_mails (edition_id, created_at) WHERE state = 'waiting' AND attempts = 0;
      CREATE INDEX newsletter_mails_repeats
        ON newsletter_mails (edition_id, due_at) WHERE state = 'waiting' AND attempts > 0;

      CREATE TABLE newsletter_sender (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        holder TEXT NOT NULL,
        ends_at BIGINT NOT NULL,
        resting_since BIGINT,
        rest_code TEXT
      );
      INSERT INTO newsletter_sender (id, holder, ends_at) VALUES (1, '', 0);

      UPDATE newsletter_editions SET
        paused_at = (SELECT paused_at FROM newsletter_pauses WHERE batch = newsletter_editions.id),
        pause_code = (SELECT code FROM newsletter_pauses WHERE batch = newsletter_editions.id);
      DELETE FROM newsletter_pauses;
      INSERT INTO newsletter_pauses (batch, code, paused_at) VALUES ('confirmation', 'one sender', 0);
      INSERT INTO newsletter_pauses (batch, code, paused_at)
        SELECT id, 'one sender', 0 FROM newsletter_editions;
    `,
  },
];
