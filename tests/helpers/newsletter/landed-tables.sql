-- Migration 1 as it landed first. Later it was edited, so databases of both forms exist.
CREATE TABLE newsletter_migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL);
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
  closed_at BIGINT
);

CREATE TABLE newsletter_outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'edition')),
  edition_id TEXT REFERENCES newsletter_editions,
  subscriber_id TEXT NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given-up')),
  attempts INTEGER NOT NULL,
  rejections INTEGER NOT NULL DEFAULT 0,
  code TEXT,
  lease TEXT,
  due_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  first_tried_at BIGINT
);
CREATE INDEX newsletter_outbox_due
  ON newsletter_outbox (kind, due_at, edition_id) WHERE state = 'waiting';
CREATE INDEX newsletter_outbox_lease ON newsletter_outbox (lease) WHERE lease IS NOT NULL;
CREATE INDEX newsletter_outbox_oldest ON newsletter_outbox (created_at) WHERE state = 'waiting';
CREATE INDEX newsletter_outbox_given_up
  ON newsletter_outbox (edition_id) WHERE state = 'given-up';
CREATE UNIQUE INDEX newsletter_outbox_confirmation
  ON newsletter_outbox (subscriber_id) WHERE kind = 'confirmation';
CREATE UNIQUE INDEX newsletter_outbox_edition
  ON newsletter_outbox (subscriber_id, edition_id) WHERE kind = 'edition';
CREATE INDEX newsletter_outbox_of_edition
  ON newsletter_outbox (edition_id, state) WHERE kind = 'edition';

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
