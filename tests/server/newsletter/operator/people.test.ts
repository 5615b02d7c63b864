import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consentVersion } from '#server/newsletter/store-and-outbox.ts';
import { consentText } from '#shared/content/newsletter.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { openSubscribers, runCommand } from '../../../helpers/newsletter/newsletter-command.ts';
import { storeKinds, type TestDatabase } from '../../../helpers/newsletter/newsletter-stores.ts';

/* The operator's commands for people: export, delete, suppress, change the secret. */

/** The rows with one of these texts in each of our tables, by the table's name. */
async function listRows(database: TestDatabase, clues: readonly string[]) {
  const found = new Map<string, readonly unknown[]>();
  for (const table of await database.listTables()) {
    const rows = await database.query(`SELECT * FROM ${table}`);
    const about = rows.filter((row) => Object.values(row).some((it) => clues.includes(`${it}`)));
    found.set(table.replace(/^newsletter_/, ''), about);
  }
  return found;
}

describe.each(storeKinds)('with %s', (kind) => {
  test('all data of a person are exported, and deleted completely', async () => {
    const made = await openSubscribers(kind, 2);
    const { database, find, queueEdition, read, run, store, keys, smtp, stop } = made;
    const folder = join(database.place.dataDirectory, 'mail');
    mkdirSync(folder);
    const address = 'reader-0@example.com';
    const message = smtp.mails.find(({ to }) => to === address)?.source ?? '';
    writeFileSync(join(folder, 'confirmation-1.eml'), message);
    writeFileSync(join(folder, 'confirmation-2.eml'), 'To: reader-1@example.com\r\n\r\nText');
    // Every table that can have data of a person now has data of this one.
    await store.suppress('nobody', keys.hashAddress(address));
    await queueEdition({ id: 'edition-1' });
    const hashes = keys.hashAddressByAll(address);
    const clues = [address, (await find(address))?.id ?? '', ...hashes];
    const found = await listRows(database, clues);
    const withoutPeople =
      'consents editions limits migrations outbox pauses retention secrets sender submissions';
    const empty = [...found].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect(empty.toSorted()).toEqual(withoutPeople.split(' '));

    const record = await read('export', address);
    const time = expect.stringMatching(/^20.*Z$/);
    expect(record).toMatchObject({
      subscribers: [{ address, status: 'confirmed', requested_at: time, asked_at: time }],
      suppressions: [{ reason: 'operator', since: time, asked_at: time }],
      mails: [{ edition_id: 'edition-1', due_at: time }],
      consents: [{ text: consentText }],
      capturedMails: [{ message }],
    });
    for (const [table, rows] of found) {
      if (rows.length > 0) expect([table, record[table].length]).toEqual([table, rows.length]);
    }

    expect(await run('delete', address)).toMatchObject({ code: 0, out: 'Deleted\n' });
    expect([...(await listRows(database, clues)).values()].flat()).toEqual([]);
    expect(readdirSync(folder)).toEqual(['confirmation-2.eml']);
    // A captured mail alone counts as data of a person.
    writeFileSync(join(folder, 'confirmation-3.eml'), message);
    for (const code of [0, 3]) expect((await run('delete', address)).code).toBe(code);
    expect(readdirSync(folder)).toEqual(['confirmation-2.eml']);
    expect(await run('export', address)).toMatchObject({ code: 3, out: 'Not known\n' });
    expect((await run('export')).out.split('\n')).toHaveLength(2);
    for (const end of kind === 'SQLite' ? ['', '-wal'] : [])
      expect(`${readFileSync(join(folder, `../newsletter.sqlite${end}`))}`).not.toContain(address);
    await stop();
  });

  test('suppressed addresses are found with every secret in the list; without theirs, start, stats and check-settings say so', async () => {
    const { environment, database, run, stop } = await openSubscribers(kind, 0);
    const address = 'nobody@example.com';
    for (const [status, ...more] of [[0], [0, '--lift'], [3, '--lift'], [0]] as const)
      expect((await run('suppress', address, ...more)).code).toBe(status);
    await stop();
    const [next = '', third = ''] = ['n', 't'].map((letter) => letter.repeat(32));
    const start = async (...secrets: string[]) => {
      const given = { ...environment, APP_SECRET: secrets.join() };
      const made = await makeNewsletter(given);
      await made.newsletter.subscribe(address, '203.0.113.7');
      const { pending } = await made.store.stats();
      await made.stop();
      await database.query('DELETE FROM newsletter_subscribers');
      const warnings = made.log.lines.filter((line) => line['suppressions'] === 1);
      const { unrecognised } = JSON.parse((await runCommand(given, 'stats', '--json')).out);
      const { error } = await runCommand(given, 'check-settings');
      return [pending, warnings.length, unrecognised, /^database: 1 suppressed/m.test(error)];
    };
    const [found, lost] = [
      [0, 0, 0, false],
      [1, 1, 1, true],
    ];
    expect(await start(third, next, environment['APP_SECRET'] ?? '')).toEqual(found);
    expect(await start(next)).toEqual(lost);
    // An earlier version stored each former secret, encrypted with the current one, here with `next`.
    const stored =
      '114df7e24cce1b83c2a4186847ea3da9d9f7895efcaa52bf00cfb36bae56caff16ca283a55240f9144b74d2f8133c89d5120b9bd470b19cb77b988e0f96f94f86cb1bedebb11aff66a';
    await database.query(`INSERT INTO newsletter_secrets VALUES ('19e13ccd', '${stored}')`);
    expect(await start(third, next)).toEqual(found);
  });
});

test('confirmed subscribers are exported as CSV, pending ones are not', async () => {
  const { database, run, subscribe } = await openSubscribers('SQLite', 1);
  for (const name of ['pending', '+Formula']) await subscribe(name);
  await database.query(
    `UPDATE newsletter_subscribers SET status = 'confirmed', requested_at = 0, confirmed_at = 1
     WHERE address NOT LIKE 'pending%'`,
  );
  const { code, out, error } = await run('export', '--confirmed');
  expect(code).toBe(0);
  // The columns are those of listmonk's import: attributes are JSON, and a name is not known.
  const [header, ...rows] = out.split('\r\n');
  expect(header).toBe('email,name,attributes');
  const attributes = `,,"{""confirmedAt"":""1970-01-01T00:00:00.001Z"",""requestedAt"":""1970-01-01T00:00:00.000Z"",""consent"":""${consentVersion}""}"`;
  const emails = ['', "'+Formula@example.com", 'reader-0@example.com'];
  expect(rows.toSorted()).toEqual(emails.map((email) => email && email + attributes));
  expect(error).toContain('1 addresses begin like a formula');
  const json = (await run('export', '--confirmed', '--json')).out.trim();
  const statuses = json.split('\n').map((line) => JSON.parse(line).status);
  expect(statuses).toEqual(['confirmed', 'confirmed']);
});
