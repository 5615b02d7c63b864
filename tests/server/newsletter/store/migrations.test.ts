import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { repo } from '../../../helpers/copy-tree.ts';
import { makeEnvironment, makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { openDatabase, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';

const digest = (text: string) => hash('sha256', text).slice(0, 16);
const read = (name: string) => readFileSync(join(repo, 'tests/helpers/newsletter', name), 'utf8');

test('no landed migration is edited: add another one instead', () => {
  expect(migrations.map(({ sql }) => digest(sql))).toEqual([
    '00d951be5fab9a4f',
    '7aa571d2658c7a6f',
  ]);
});

const [tables] = migrations;
const landed = {
  'migration 1': `CREATE TABLE newsletter_migrations
    (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL); ${tables?.sql}`,
};

describe.each(storeKinds)('%s', (kind) => {
  test.each(Object.entries(landed))('a database of %s opens with everybody', async (_, schema) => {
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
    const { store, newsletter, ready, keys } = await makeNewsletter(makeEnvironment(database));
    await ready();
    expect(await store.stats()).toMatchObject({ confirmed: 2, pending: 2 });
    const suppressed = { unsubscribed: 1, bounced: 1, operator: 1 };
    expect(await store.stats()).toMatchObject({ suppressed });
    const consents = await database.query(
      "SELECT text FROM newsletter_consents WHERE version = 'v1'",
    );
    expect(consents).toEqual([{ text: 'I agree to the letter' }]);
    // The links of sent mails work, and the form does.
    const token = hash('sha256', 'token of ravi');
    expect(await newsletter.confirm(token)).toBe('confirmed');
    const link = keys.signAddress('asha@example.com');
    expect(await newsletter.unsubscribe(link)).toBe('unsubscribed');
    expect(await newsletter.subscribe('new@example.com', '203.0.113.7')).toEqual({
      kind: 'accepted',
    });
  });
});
