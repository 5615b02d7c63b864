import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { nameAddressLimit } from '#server/newsletter/subscribing/subscribe.ts';
import { hashAddress } from '../helpers/first-version.ts';
import { makeEnvironment, makeNewsletter } from '../helpers/newsletter-app.ts';
import {
  insertConfirmed,
  storeKinds,
  type TestDatabase,
  useDatabases,
} from '../helpers/newsletter-stores.ts';
import { readHeaders, readMailText, startSmtp } from '../helpers/smtp.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'newsletter-issue-'));
const text = join(folder, 'letter.txt');
writeFileSync(text, 'Dear readers,\n\nhttps://circle.example/events\n');
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command line and hands back how it ended. */
function start(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/newsletter.ts', ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.error += chunk;
  });
  const ended = new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  return { child, ended };
}

const run = (environment: Record<string, string>, ...words: string[]) =>
  start(environment, ...words).ended;

test.each([
  [[], 'Which command?'],
  [['sing'], 'There is no command sing'],
  [['stats', '--loud'], "Unknown option '--loud'"],
  [['delete'], 'Give one full email address'],
  [['export', 'nobody'], 'Give one full email address'],
  [['send'], 'send takes --subject'],
  [['resume', 'all'], 'resume takes no words'],
  [['send', '--subject', 'a\nBcc: b@c.de', '--text', text], 'The subject must be one line'],
  [['send', '--subject', 'A', '--text', join(folder, 'missing')], 'ENOENT'],
])('%j ends with 2 and says why', async (words, why) => {
  const { code, error } = await run({ DATA_DIR: join(folder, 'data') }, ...words);
  expect([code, error.split('\n')[0]]).toEqual([2, expect.stringContaining(why)]);
});

test('where there has never been a newsletter it says so and ends with 1', async () => {
  const { code, error } = await run({ MAIL: 'off', DATA_DIR: join(folder, 'none') }, 'stats');
  expect([code, error]).toEqual([1, 'MAIL is off, and there has never been a newsletter here\n']);
});

/** The rows of every table of ours that hold one of these texts, by the table's name. */
async function findRows(database: TestDatabase, clues: readonly string[]) {
  const found = new Map<string, readonly unknown[]>();
  for (const table of await database.listTables()) {
    const rows = await database.query(`SELECT * FROM ${table}`);
    const about = rows.filter((row) =>
      Object.values(row).some((value) => clues.includes(`${value}`)),
    );
    found.set(table.replace(/^newsletter_/, ''), about);
  }
  return found;
}

describe.each(storeKinds)('with %s', (kind) => {
  const createDatabase = useDatabases(kind);

  async function open(count: number) {
    const database = await createDatabase();
    const smtp = await startSmtp();
    const environment = makeEnvironment(database, smtp.url);
    const made = await makeNewsletter(environment);
    await made.parts.ready();
    for (let number = 0; number < count; number += 1) {
      await made.newsletter.subscribe(`reader-${number}@example.com`, '203.0.113.7');
    }
    await made.outbox.drain();
    await database.query(
      `UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = requested_at`,
    );
    return { ...made, database, smtp, environment };
  }

  test('what is stored about a person is exported whole, and deleted without a trace', async () => {
    const { environment, database, parts, newsletter, smtp, stop } = await open(2);
    const folder = join(environment['DATA_DIR'] ?? '', 'mail');
    mkdirSync(folder);
    const address = 'reader-0@example.com';
    const [mail] = smtp.mails.filter(({ to }) => to === address);
    writeFileSync(join(folder, 'confirmation-1.eml'), mail?.source ?? '');
    writeFileSync(join(folder, 'confirmation-2.eml'), 'To: reader-1@example.com\r\n\r\nText');
    // In every table that can hold a person there is now something about this one.
    await newsletter.subscribe('Reader-0+again@example.com', '203.0.113.7');
    await parts.store.suppress('nobody', parts.keys.hashAddress(address), 'unsubscribed');
    await parts.store.addEdition({ id: 'issue', subject: 's', text: 't', html: null });
    await parts.store.queueEdition('issue', '', 10);
    const clues = [
      address,
      (await parts.store.findSubscriber(address))?.id ?? '',
      ...parts.keys.hashAddressByAll(address),
      nameAddressLimit(parts.keys, address),
    ];
    const found = await findRows(database, clues);
    const withoutPeople = ['consents', 'issues', 'migrations', 'secrets', 'tidying'];
    for (const [table, rows] of found) {
      expect([table, rows.length > 0]).toEqual([table, !withoutPeople.includes(table)]);
    }

    const exported = await run(environment, 'export', address, '--json');
    expect(exported.code).toBe(0);
    const record = JSON.parse(exported.out);
    const time = expect.stringMatching(/^20.*Z$/);
    expect(record).toMatchObject({
      subscribers: [{ address, status: 'confirmed', requested_at: time, asked_at: time }],
      suppressions: [{ reason: 'left', since: time, asked_at: time }],
      outbox: [{ kind: 'issue', issue_id: 'issue', due_at: time }],
      limits: [{ ends_at: time }],
      consents: [{ text: 'We respect your privacy. Unsubscribe at any time.' }],
      capturedMails: [{ message: mail?.source }],
    });
    for (const [table, rows] of found) {
      if (rows.length > 0) expect([table, record[table].length]).toEqual([table, rows.length]);
    }

    expect(await run(environment, 'delete', address)).toMatchObject({ code: 0, out: 'Deleted\n' });
    for (const [table, rows] of await findRows(database, clues))
      expect([table, rows]).toEqual([table, []]);
    expect(readdirSync(folder)).toEqual(['confirmation-2.eml']);
    expect((await run(environment, 'delete', address)).code).toBe(3);
    expect((await run(environment, 'export', address)).code).toBe(3);
    expect((await run(environment, 'export')).out.split('\n')).toHaveLength(3);
    await stop();
    await smtp.stop();
  }, 60_000);

  test('the confirmed subscribers are exported as CSV, and a pending one is not', async () => {
    const { environment, database, parts, newsletter, smtp, stop } = await open(2);
    await newsletter.subscribe('pending@example.com', '203.0.113.7');
    await newsletter.subscribe('+Formula@example.com', '203.0.113.7');
    await database.query(
      `UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = 0 WHERE address LIKE '+%'`,
    );
    const { code, out, error } = await run(environment, 'export', '--confirmed');
    expect(code).toBe(0);
    const [header, ...lines] = out.split('\r\n');
    expect(header).toBe('email,confirmed_at,requested_at,consent');
    expect(lines.pop()).toBe('');
    const rows = lines.map((line) => line.split(','));
    expect(rows.map(([email]) => email).sort()).toEqual([
      "'+Formula@example.com",
      'reader-0@example.com',
      'reader-1@example.com',
    ]);
    for (const [, confirmedAt = '', requestedAt = ''] of rows) {
      expect(new Date(confirmedAt).toISOString()).toBe(confirmedAt);
      expect(new Date(requestedAt).toISOString()).toBe(requestedAt);
    }
    expect(error).toContain('1 addresses begin like a formula');
    const json = await run(environment, 'export', '--confirmed', '--json');
    expect(
      json.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toEqual([...['confirmed', 'confirmed', 'confirmed']]);
    expect((await run(environment, 'export', 'a@example.com', '--confirmed')).code).toBe(2);
    await parts.store.close();
    await stop();
    await smtp.stop();
  }, 60_000);

  test('an address is suppressed and lifted again', async () => {
    const { environment, smtp, stop } = await open(1);
    const address = 'nobody@example.com';
    expect((await run(environment, 'suppress', address)).code).toBe(0);
    const stats = await run(environment, 'stats', '--json');
    expect(JSON.parse(stats.out)).toMatchObject({ confirmed: 1, suppressed: { operator: 1 } });
    expect((await run(environment, 'suppress', address, '--lift')).code).toBe(0);
    expect((await run(environment, 'suppress', address, '--lift')).code).toBe(3);
    await stop();
    await smtp.stop();
  }, 60_000);

  test('suppressed addresses survive a change of the secret; where they cannot, boot and stats say so', async () => {
    const { environment, database, parts, smtp, stop } = await open(0);
    const former = environment['APP_SECRET'] ?? '';
    const [recent, early] = ['recent@example.com', 'early@example.com'];
    await parts.store.suppress(recent, parts.keys.hashAddress(recent), 'operator');
    await parts.store.suppress(early, hashAddress(former, early), 'bounced');
    await stop();
    const start = async (secret: string) => {
      const made = await makeNewsletter({ ...environment, APP_SECRET: secret });
      await made.parts.ready();
      for (const address of [recent, early]) {
        expect((await made.newsletter.subscribe(address, '203.0.113.7')).kind).toBe('accepted');
      }
      const { pending } = await made.parts.store.stats();
      const { log } = made;
      await made.stop();
      return { pending, warnings: log.lines.filter(({ suppressions }) => suppressions === 2) };
    };
    const [next, third, foreign] = ['n', 't', 'f'].map((letter) => letter.repeat(32));
    expect(await start(`${next},${former}`)).toEqual({ pending: 0, warnings: [] });
    expect(await start(`${next}`)).toEqual({ pending: 0, warnings: [] });
    expect(await start(`${third},${next}`)).toEqual({ pending: 0, warnings: [] });
    expect(await start(`${third}`)).toEqual({ pending: 0, warnings: [] });
    const stats = (secret = '') =>
      run({ ...environment, APP_SECRET: secret }, 'stats', '--json').then(({ out }) =>
        JSON.parse(out),
      );
    expect(await stats(third)).toMatchObject({ unrecognised: 0 });
    expect(await stats(foreign)).toMatchObject({ unrecognised: 2 });
    expect(await start(`${foreign}`)).toEqual({
      pending: 2,
      warnings: [expect.objectContaining({ msg: expect.stringContaining('not recognised') })],
    });
    // Put back behind it, once, the former one is enough.
    await database.query('DELETE FROM newsletter_subscribers');
    expect(await start(`${foreign},${third}`)).toEqual({ pending: 0, warnings: [] });
    expect(await stats(foreign)).toMatchObject({ unrecognised: 0 });
    await smtp.stop();
  }, 60_000);

  test('an issue reaches everybody once, also when it is killed in the middle and sent again', async () => {
    const count = 60;
    const { environment, smtp, stop } = await open(count);
    const confirmations = smtp.mails.length;
    const arrived = () => smtp.mails.slice(confirmations);
    const words = ['send', '--subject', 'Monsoon letter', '--text', text, '--json'];

    const dry = await run(environment, ...words, '--dry-run');
    expect(JSON.parse(dry.out)).toMatchObject({ confirmed: count, queued: 0, wouldReceive: count });
    expect(arrived()).toEqual([]);

    smtp.slowDown(60);
    const { child, ended } = start(environment, ...words);
    await expect.poll(() => arrived().length, { timeout: 20_000 }).toBeGreaterThan(10);
    child.kill('SIGKILL');
    await ended;
    smtp.slowDown(0);
    // It waits for what the dead process held: on PostgreSQL for the end of its leases.
    const killedAt = performance.now();
    const second = await run(environment, ...words);
    expect(performance.now() - killedAt).toBeLessThan(kind === 'SQLite' ? 30_000 : 90_000);
    expect([second.code, second.error]).toEqual([0, '']);
    expect(JSON.parse(second.out)).toMatchObject({ total: count, remaining: 0 });
    const third = await run(environment, ...words);
    expect(JSON.parse(third.out)).toMatchObject({ sent: 0, total: count, remaining: 0 });

    expect(new Set(arrived().map(({ to }) => to)).size).toBe(count);
    expect(arrived().length).toBeLessThanOrEqual(count + 5);
    const [mail] = arrived();
    if (mail) {
      const listId = ['"Setu Circle" <newsletter.circle.example>'];
      expect(readHeaders(mail, 'List-Id')).toEqual(listId); // RFC 2919
      expect(readHeaders(mail, 'Auto-Submitted')).toEqual([]); // Somebody wrote it.
    }
    const source = mail ? readMailText(mail) : '';
    expect(source).toContain('Subject: Monsoon letter\r\n');
    expect(source).toContain('<a href="https://circle.example/events"');
    expect(source).toMatch(
      /Unsubscribe: https:\/\/circle\.example\/newsletter\/unsubscribe\?token=/,
    );
    await stop();
    await smtp.stop();
  }, 180_000);

  test('an HTML issue has the way to leave in both of its forms, in front of the end of its body', async () => {
    const { environment, smtp, stop } = await open(1);
    const html = join(folder, 'letter.html');
    writeFileSync(html, '<!DOCTYPE html><html><body><h1>Monsoon</h1></body></html>');
    const words = ['send', '--subject', 'Monsoon', '--text', text, '--html', html];
    expect(await run(environment, ...words)).toMatchObject({ code: 0 });
    const mail = smtp.mails.at(-1);
    const source = mail ? readMailText(mail) : '';
    const [plain = '', formatted = ''] = source.split('Content-Type: text/html');
    const link = 'https://circle.example/newsletter/unsubscribe?token=';
    expect(plain).toContain(`Unsubscribe: ${link}`);
    expect(formatted).toMatch(
      /<h1>Monsoon<\/h1><p[^>]*>[^<]+ <a href="[^"]+"[^>]*>[^<]+<\/a><\/p><\/body>/,
    );
    expect(formatted).toContain(`<a href="${link}`);
    await stop();
    await smtp.stop();
  }, 60_000);

  test('one wrong sender ends it with 1, pauses, wipes nobody, and sending it again reaches all', async () => {
    const count = 30;
    const { environment, database, smtp, stop } = await open(0);
    await insertConfirmed(database, count);
    smtp.refuse(/./, '550 5.1.8 <news@circle.example>: Domain not found');
    const words = ['send', '--subject', 'Monsoon letter', '--text', text, '--json'];
    const first = await run(environment, ...words);
    expect(first).toMatchObject({ code: 1, error: expect.stringContaining('PAUSED since 20') });
    expect(JSON.parse(first.out)).toMatchObject({ sent: 0, remaining: count, paused: '550 5.1.8' });
    const told = await run(environment, 'stats');
    expect(told.out).toMatch(/^confirmed +30$/m);
    expect(told.out).toMatch(/^PAUSED since .*“Monsoon letter”.*30 mails wait.*550 5\.1\.8/m);
    smtp.refuse(/./, undefined);
    const second = await run(environment, ...words);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ sent: count, remaining: 0, paused: null });
    const stats = JSON.parse((await run(environment, 'stats', '--json')).out);
    expect(stats).toMatchObject({ confirmed: count, problems: { pauses: [] } });

    smtp.refuse(/^reader-0@/, '550 5.1.1 No such user');
    await run(environment, 'send', '--subject', 'Next', '--text', text);
    const exported = JSON.parse((await run(environment, 'export', 'reader-0@example.com')).out);
    expect(exported.bounces).toMatchObject({ days: 1, code: '550 5.1.1', removedAt: null });
    expect((await run(environment, 'stats')).out).toContain('bounced: 1 × 550 5.1.1');
    expect(await run(environment, 'resume', '--json')).toMatchObject({
      code: 0,
      out: '{"resumed":0}\n',
    });
    await stop();
    await smtp.stop();
  }, 120_000);

  test('a mail server that is away ends it with 1, and nothing is lost', async () => {
    const { environment, smtp, stop, parts } = await open(3);
    await smtp.stop();
    const { code, out } = await run(
      environment,
      'send',
      '--subject',
      'A',
      '--text',
      text,
      '--json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ sent: 0, remaining: 3 });
    expect((await parts.store.stats()).waiting).toBe(3);
    await stop();
  }, 60_000);
});
