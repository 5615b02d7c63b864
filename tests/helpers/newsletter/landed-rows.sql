-- Rows of a database with only migration 1, in columns that both of its forms have.
-- The secret and the tokens are those of migrations.test.ts.
INSERT INTO newsletter_migrations (number, name, applied_at)
  VALUES (1, 'tables', 1764000000000);
INSERT INTO newsletter_subscribers (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent, bounce_days, bounced_at, bounce_code)
  VALUES ('id-asha', 'asha@example.com', 'asha@example.com', 'confirmed', 1764000000000, 1764000000000, 1764000000000, 'v1', 0, NULL, NULL);
INSERT INTO newsletter_subscribers (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent, bounce_days, bounced_at, bounce_code)
  VALUES ('id-dev', 'dev@example.com', 'dev@example.com', 'confirmed', 1764000000000, 1764000000000, 1764000000000, 'v1', 1, 1764000000000, '550 5.1.1');
INSERT INTO newsletter_subscribers (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent, bounce_days, bounced_at, bounce_code)
  VALUES ('id-ravi', 'ravi@example.com', 'ravi@example.com', 'pending', 1764000000000, NULL, 1764000000000, 'v1', 0, NULL, NULL);
INSERT INTO newsletter_subscribers (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent, bounce_days, bounced_at, bounce_code)
  VALUES ('id-mira', 'mira@example.com', 'mira@example.com', 'pending', 1764000000000, NULL, 1764000000000, 'v1', 0, NULL, NULL);
INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
  VALUES ('59f673fc6b83a974136cae60f8553eba3def1254c3aa6acecb8c6cb3d4b1d764', 'id-asha', 4102444800000);
INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
  VALUES ('d9bfa7b3c1e5523cac36ba058163814ef669b16e188158c1c8c39f62721c9f13', 'id-dev', 4102444800000);
INSERT INTO newsletter_confirmations (hash, subscriber_id, expires_at)
  VALUES ('07e2336c9877528b6217bff1ca7febe9a2857fbd35d0ead85884da362f8f24c7', 'id-ravi', 4102444800000);
INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, code)
  VALUES ('19e13ccd-0753af587d60abe1e91563cbdf7733380657c41a43c67e9eda9e4a1b0b38d905', 'unsubscribed', 1764000000000, 1764000000000, NULL);
INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, code)
  VALUES ('19e13ccd-2295154ae2723317122b374aa5c3ff2d2ff6c68f92e1cb0efa45d53d26ef2846', 'operator', 1764000000000, 1764000000000, NULL);
INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, code)
  VALUES ('19e13ccd-0bde34bf3e5e7ad528c9222a21eeb1c2b0c72ecd717c450fb461bd61341e1487', 'bounced', 1764000000000, 1764000000000, '550 5.1.1');
INSERT INTO newsletter_consents (version, text)
  VALUES ('v1', 'I agree to the letter');
INSERT INTO newsletter_editions (id, subject, text, html, created_at, closed_at)
  VALUES ('edition-1', 'Letter 1', 'Dear readers', '<p>Dear readers</p><!--the unsubscribe link-->', 1764000000000, NULL);
INSERT INTO newsletter_editions (id, subject, text, html, created_at, closed_at)
  VALUES ('edition-2', 'Letter 2', 'Dear readers', '<p>Dear readers</p><!--the unsubscribe link-->', 1764000000000, NULL);
INSERT INTO newsletter_outbox (id, kind, edition_id, subscriber_id, state, attempts, rejections, code, lease, due_at, created_at, first_tried_at)
  VALUES ('id-mira-1764000000000', 'confirmation', NULL, 'id-mira', 'waiting', 0, 0, NULL, NULL, 1764000000000, 1764000000000, NULL);
INSERT INTO newsletter_outbox (id, kind, edition_id, subscriber_id, state, attempts, rejections, code, lease, due_at, created_at, first_tried_at)
  VALUES ('edition-1-id-asha', 'edition', 'edition-1', 'id-asha', 'sent', 1, 0, NULL, NULL, 1764000000000, 1764000000000, 1764000000000);
INSERT INTO newsletter_outbox (id, kind, edition_id, subscriber_id, state, attempts, rejections, code, lease, due_at, created_at, first_tried_at)
  VALUES ('edition-1-id-dev', 'edition', 'edition-1', 'id-dev', 'sent', 1, 0, NULL, NULL, 1764000000000, 1764000000000, 1764000000000);
INSERT INTO newsletter_outbox (id, kind, edition_id, subscriber_id, state, attempts, rejections, code, lease, due_at, created_at, first_tried_at)
  VALUES ('edition-2-id-asha', 'edition', 'edition-2', 'id-asha', 'sent', 1, 0, NULL, NULL, 1764000000000, 1764000000000, 1764000000000);
INSERT INTO newsletter_outbox (id, kind, edition_id, subscriber_id, state, attempts, rejections, code, lease, due_at, created_at, first_tried_at)
  VALUES ('edition-2-id-dev', 'edition', 'edition-2', 'id-dev', 'waiting', 0, 0, NULL, NULL, 1764000000000, 1764000000000, NULL);
INSERT INTO newsletter_pauses (batch, code, paused_at, probe_at)
  VALUES ('edition-2', '554 5.7.1', 1764000000000, NULL);
INSERT INTO newsletter_secrets (id, encrypted)
  VALUES ('19e13ccd', '4ae3bfcf057019bc42147135f55a2bbd500ae0ea6e5c0fba4b058e5f258327725a0a7ac0a187b4b4db50be80952f7e2068328bcf8c5e694d8fd5f471eba7e3b9704e9d83e544244fcb');
