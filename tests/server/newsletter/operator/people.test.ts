import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameAddressLimit } from '#server/newsletter/newsletter.ts';
import { consentText } from '#shared/content/newsletter.ts';
import { makeNewsletter } from '../../../helpers/newsletter-app.ts';
import { openSubscribers, runCommand } from '../../../helpers/newsletter-command.ts';
import {
  findSubscriber,
  storeKinds,
  type TestDatabase,
} from '../../../helpers/newsletter-stores.ts';

/* What the operator does about one person or all of them: export, delete, suppress, the secret. */

/** The rows of every table of ours that hold one of these texts, by the table's name. */
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
  test('what is stored about a person is exported whole, and deleted without a trace', async () => {
    const { environment, database, store, keys, newsletter, smtp, stop } = await openSubscribers(
      kind,
      2,
    );
    const folder = join(environment['DATA_DIR'] ?? '', 'mail');
    mkdirSync(folder);
    const address = 'reader-0@example.com';
    const [mail] = smtp.mails.filter(({ to }) => to === address);
    writeFileSync(join(folder, 'confirmation-1.eml'), mail?.source ?? '');
    writeFileSync(join(folder, 'confirmation-2.eml'), 'To: reader-1@example.com\r\n\r\nText');
    // In every table that can hold a person there is now something about this one.
    await newsletter.subscribe('Reader-0+again@example.com', '203.0.113.7', 'k'.repeat(32));
    await store.suppress('nobody', keys.hashAddress(address));
    await store.addEdition({ id: 'edition-1', subject: 's', text: 't', html: '<p>t</p>' });
    await store.queueEdition('edition-1', '', 10);
    const clues = [
      address,
      (await findSubscriber(store, address))?.id ?? '',
      ...keys.hashAddressByAll(address),
      nameAddressLimit(keys, address),
    ];
    const found = await listRows(database, clues);
    const withoutPeople = ['consents', 'editions', 'migrations', 'pauses', 'secrets', 'tidying'];
    for (const [table, rows] of found) {
      expect([table, rows.length > 0]).toEqual([table, !withoutPeople.includes(table)]);
    }

    const exported = await runCommand(environment, 'export', address, '--json');
    expect(exported.code).toBe(0);
    const record = JSON.parse(exported.out);
    const time = expect.stringMatching(/^20.*Z$/);
    expect(record).toMatchObject({
      subscribers: [{ address, status: 'confirmed', requested_at: time, asked_at: time }],
      suppressions: [{ reason: 'operator', since: time, asked_at: time }],
      outbox: [{ kind: 'edition', edition_id: 'edition-1', due_at: time }],
      limits: [{ ends_at: time }],
      submissions: [{ ends_at: time }],
      consents: [{ text: consentText }],
      capturedMails: [{ message: mail?.source }],
    });
    for (const [table, rows] of found) {
      if (rows.length > 0) expect([table, record[table].length]).toEqual([table, rows.length]);
    }

    const deleted = { code: 0, out: 'Deleted\n' };
    expect(await runCommand(environment, 'delete', address)).toMatchObject(deleted);
    for (const [table, rows] of await listRows(database, clues))
      expect([table, rows]).toEqual([table, []]);
    expect(readdirSync(folder)).toEqual(['confirmation-2.eml']);
    // A captured mail alone is something that is known of a person.
    writeFileSync(join(folder, 'confirmation-3.eml'), mail?.source ?? '');
    for (const code of [0, 3]) {
      expect((await runCommand(environment, 'delete', address)).code).toBe(code);
    }
    expect(readdirSync(folder)).toEqual(['confirmation-2.eml']);
    expect((await runCommand(environment, 'export', address)).code).toBe(3);
    expect((await runCommand(environment, 'export')).out.split('\n')).toHaveLength(3);
    for (const end of kind === 'SQLite' ? ['', '-wal'] : [])
      expect(`${readFileSync(join(folder, `../newsletter.sqlite${end}`))}`).not.toContain(address);
    await stop();
  }, 60_000);

  test('suppressed addresses survive a change of the secret; where they cannot, boot and stats say so', async () => {
    const { environment, database, store, keys, smtp, stop } = await openSubscribers(kind, 0);
    const former = environment['APP_SECRET'] ?? '';
    const address = 'nobody@example.com';
    await store.suppress(address, keys.hashAddress(address));
    await stop();
    const start = async (secret: string) => {
      const made = await makeNewsletter({ ...environment, APP_SECRET: secret });
      await made.ready();
      expect((await made.newsletter.subscribe(address, '203.0.113.7')).kind).toBe('accepted');
      const { pending } = await made.store.stats();
      await made.stop();
      return { pending, warnings: made.log.lines.filter((line) => line['suppressions'] === 1) };
    };
    const [next, third, foreign] = ['n', 't', 'f'].map((letter) => letter.repeat(32));
    for (const secrets of [`${next},${former}`, `${next}`, `${third},${next}`, `${third}`]) {
      expect([secrets, await start(secrets)]).toEqual([secrets, { pending: 0, warnings: [] }]);
    }
    const stats = async (APP_SECRET = '') =>
      JSON.parse((await runCommand({ ...environment, APP_SECRET }, 'stats', '--json')).out);
    expect(await stats(third)).toMatchObject({ unrecognised: 0 });
    expect(await stats(foreign)).toMatchObject({ unrecognised: 1 });
    const warnings = [{ msg: expect.stringContaining('not recognised') }];
    expect(await start(`${foreign}`)).toMatchObject({ pending: 1, warnings });
    // Put back behind it, once, the former one is enough.
    await database.query('DELETE FROM newsletter_subscribers');
    expect(await start(`${foreign},${third}`)).toEqual({ pending: 0, warnings: [] });
    expect(await stats(foreign)).toMatchObject({ unrecognised: 0 });
    await smtp.stop();
  }, 60_000);
});

test('the confirmed subscribers are exported as CSV, and a pending one is not', async () => {
  const { environment, database, store, newsletter } = await openSubscribers('SQLite', 2);
  await newsletter.subscribe('pending@example.com', '203.0.113.7');
  await newsletter.subscribe('+Formula@example.com', '203.0.113.7');
  await database.query(
    `UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = 0 WHERE address LIKE '+%'`,
  );
  const { code, out, error } = await runCommand(environment, 'export', '--confirmed');
  expect(code).toBe(0);
  const [header, ...lines] = out.split('\r\n');
  expect(header).toBe('email,confirmed_at,requested_at,consent');
  expect(lines.pop()).toBe('');
  const rows = lines.map((line) => line.split(','));
  const emails = ["'+Formula@example.com", 'reader-0@example.com', 'reader-1@example.com'];
  expect(rows.map(([email]) => email).sort()).toEqual(emails);
  for (const [, confirmedAt = '', requestedAt = ''] of rows) {
    expect(new Date(confirmedAt).toISOString()).toBe(confirmedAt);
    expect(new Date(requestedAt).toISOString()).toBe(requestedAt);
  }
  expect(error).toContain('1 addresses begin like a formula');
  const json = (await runCommand(environment, 'export', '--confirmed', '--json')).out.trim();
  const statuses = json.split('\n').map((line) => JSON.parse(line).status);
  expect(statuses).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect((await runCommand(environment, 'export', 'a@example.com', '--confirmed')).code).toBe(2);
  await store.close();
}, 60_000);

test('an address is suppressed and lifted again', async () => {
  const { environment } = await openSubscribers('SQLite', 1);
  const address = 'nobody@example.com';
  expect((await runCommand(environment, 'suppress', address)).code).toBe(0);
  const stats = await runCommand(environment, 'stats', '--json');
  expect(JSON.parse(stats.out)).toMatchObject({ confirmed: 1, suppressed: { operator: 1 } });
  expect((await runCommand(environment, 'suppress', address, '--lift')).code).toBe(0);
  expect((await runCommand(environment, 'suppress', address, '--lift')).code).toBe(3);
}, 60_000);
