import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { makeEnvironment, makeNewsletter } from '../helpers/newsletter-app.ts';
import { insertConfirmed, storeKinds, useDatabases } from '../helpers/newsletter-stores.ts';
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

  test('one person is exported with the words of the consent, and deleted without a trace', async () => {
    const { environment, smtp, stop } = await open(2);
    const [address, missing] = ['reader-0@example.com', 'nobody@example.com'];
    const exported = await run(environment, 'export', address, '--json');
    expect(exported.code).toBe(0);
    expect(JSON.parse(exported.out)).toMatchObject({
      subscriber: { address, status: 'confirmed', requestedAt: expect.stringMatching(/Z$/) },
      consentText: 'We respect your privacy. Unsubscribe at any time.',
      suppressed: null,
    });
    expect((await run(environment, 'export', missing)).code).toBe(3);
    expect((await run(environment, 'export')).out.split('\n')).toHaveLength(3);
    expect(await run(environment, 'delete', address)).toMatchObject({ code: 0, out: 'Deleted\n' });
    expect((await run(environment, 'delete', address)).code).toBe(3);
    expect((await run(environment, 'export', address)).code).toBe(3);
    expect((await run(environment, 'suppress', missing)).code).toBe(0);
    const stats = await run(environment, 'stats', '--json');
    expect(JSON.parse(stats.out)).toMatchObject({ confirmed: 1, suppressed: { operator: 1 } });
    expect((await run(environment, 'suppress', missing, '--lift')).code).toBe(0);
    expect((await run(environment, 'suppress', missing, '--lift')).code).toBe(3);
    await stop();
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
