import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { countUnrecognised } from '#server/newsletter/store-and-outbox.ts';
import { repo } from '../../../helpers/copy-tree.ts';
import { makeEnvironment, makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import {
  openDatabase,
  type StoreKind,
  storeKinds,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { levels } from '../../../helpers/site/make-logger.ts';
import { openSmtp, startServer } from '../../../helpers/until-test-ends.ts';

const digest = (text: string) => hash('sha256', text).slice(0, 16);
const read = (name: string) => readFileSync(join(repo, 'tests/helpers/newsletter', name), 'utf8');

test('no landed migration is edited: add another one instead', () => {
  expect(migrations.map(({ sql }) => digest(sql))).toEqual([
    '00d951be5fab9a4f',
    'a377a7dcf1758eed',
  ]);
});

const [tables] = migrations;
const landed = {
  'the first form of migration 1': read('landed-tables.sql'),
  'migration 1': `CREATE TABLE newsletter_migrations
    (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL); ${tables?.sql}`,
};

/** A database with these tables, and rows that the program of that time wrote. */
async function openLanded(kind: StoreKind, schema: string) {
  const database = await openDatabase(kind);
  const script = schema + read('landed-rows.sql');
  if (database.place.databaseUrl === undefined) {
    const file = new DatabaseSync(join(database.place.dataDirectory, 'newsletter.sqlite'));
    file.exec(script);
    file.close();
  } else {
    const client = new pg.Client({ connectionString: database.place.databaseUrl });
    await client.connect();
    await client.query(script).finally(() => client.end());
  }
  return database;
}

describe.each(storeKinds)('%s', (kind) => {
  test.each(Object.entries(landed))('a database of %s opens with everybody', async (_, schema) => {
    const database = await openLanded(kind, schema);
    const smtp = await openSmtp();
    const made = await makeNewsletter(makeEnvironment(database, smtp.url));
    const { store, newsletter, ready, keys, outbox } = made;
    await ready();
    const suppressed = { unsubscribed: 1, bounced: 1, operator: 1 };
    const all = { confirmed: 2, pending: 2, suppressed, waiting: 1, paused: 1, unrecognised: 0 };
    const unrecognised = await countUnrecognised(store, keys);
    expect({ ...(await store.stats()), unrecognised }).toMatchObject(all);
    const consents = "SELECT text FROM newsletter_consents WHERE version = 'v1'";
    expect(await database.query(consents)).toEqual([{ text: 'I agree to the letter' }]);
    expect(await store.listEditions()).toMatchObject([
      { id: 'edition-1', sent: 2, waiting: 0, pausedAt: null },
      { id: 'edition-2', sent: 1, waiting: 1, pauseCode: '554 5.7.1' },
    ]);
    // The links of sent mails work, and the form does. What waited is sent, and nothing twice.
    expect(await newsletter.confirm(hash('sha256', 'token of ravi'))).toBe('confirmed');
    const subscribe = (name: string) => newsletter.subscribe(`${name}@example.com`, '203.0.113.7');
    for (const name of ['new', 'stopped', 'gone', 'left'])
      expect(await subscribe(name)).toEqual({ kind: 'accepted' });
    for (const id of ['edition-1', 'edition-2']) await store.queueEdition(id);
    await store.resumeEdition('edition-2');
    await outbox.drain();
    const received = smtp.mails.map(({ to }) => to.split('@', 1)[0]).toSorted();
    expect(received).toEqual(['dev', 'left', 'mira', 'new', 'ravi', 'ravi']);
    expect(await newsletter.unsubscribe(keys.signAddress('asha@example.com'))).toBe('unsubscribed');
  });

  test('a process of the former version claims nothing more, and its forms and results are taken over', async () => {
    const database = await openLanded(kind, landed['migration 1']);
    const later = "due_at = 4102444800000, lease = 'held'";
    await database.query(`UPDATE newsletter_outbox SET ${later} WHERE id = 'edition-2-id-dev'`);
    const store = database.createStore();
    await store.open();
    await store.moveFormerMails();
    // What it has claimed stays. It stores the result.
    const ids = async () =>
      (await database.query('SELECT id FROM newsletter_outbox')).map(({ id }) => id);
    expect(await ids()).toEqual(['edition-2-id-dev']);
    expect(await store.findEdition('edition-2')).toMatchObject({ sent: 1, waiting: 0 });
    await database.query("UPDATE newsletter_outbox SET state = 'sent', lease = NULL");
    // It accepts a form of somebody whose last mail was given up, and its own query for a mail finds none.
    await database.query(
      "INSERT INTO newsletter_mails (id, subscriber_id, state, due_at, created_at) VALUES ('last', 'id-dev', 'given-up', 1, 1)",
    );
    await database.query(
      "UPDATE newsletter_subscribers SET status = 'pending' WHERE id = 'id-dev'",
    );
    await database.query(
      `INSERT INTO newsletter_outbox (id, kind, subscriber_id, state, attempts, due_at, created_at)
       VALUES ('form', 'confirmation', 'id-dev', 'waiting', 0, 1, 1)`,
    );
    const claim = `SELECT id FROM newsletter_outbox o WHERE state = 'waiting'
      AND COALESCE(o.edition_id, 'confirmation') NOT IN
        (SELECT batch FROM newsletter_pauses WHERE probe_at IS NULL)`;
    expect(await database.query(claim)).toEqual([]);
    await store.moveFormerMails();
    expect(await ids()).toEqual([]);
    expect(await store.findEdition('edition-2')).toMatchObject({ sent: 2, waiting: 0 });
    const forms = "SELECT id, state FROM newsletter_mails WHERE id IN ('last', 'form')";
    expect(await database.query(forms)).toEqual([{ id: 'form', state: 'waiting' }]);
    const work = await store.findWork('test', []);
    expect(work).toEqual({ queues: ['confirmations'], maySend: true });
  });
});

test('a migration that cannot run stops the start with a sentence', async () => {
  const database = await openLanded('SQLite', landed['migration 1']);
  await database.query('CREATE TABLE newsletter_mails (id TEXT)');
  const server = await startServer({ ...makeEnvironment(database), PORT: '0' });
  const { err } = await server.waitFor(({ level }) => level === levels.fatal);
  const message = expect.stringMatching(
    /^the migration “one sender” .* nothing was changed: table/,
  );
  expect(err).toMatchObject({ message });
  expect((await server.ended).code).toBe(1);
});
