import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import request from 'supertest';
import { expect, test } from 'vitest';
import { leaseTime } from '#server/newsletter/mail/timing.ts';
import { newsletterMails } from '#shared/content/newsletter.ts';
import { site } from '#shared/site.ts';
import {
  openSubscribers,
  runCommand,
  startCommand,
  edition as text,
} from '../../../helpers/newsletter-command.ts';
import { age, insertConfirmed, storeKinds } from '../../../helpers/newsletter-stores.ts';
import { readHeaders, readLink, readMailText } from '../../../helpers/smtp.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

const words = ['send', '--subject', 'Monsoon <letter>', '--text', text, '--json'];
const { unsubscribe } = newsletterMails.edition;
const link = 'https://circle.example/newsletter/unsubscribe?token=';

test.each(storeKinds)(
  'with %s an edition reaches everybody once, also when it is killed in the middle and sent again',
  async (kind) => {
    const count = 60;
    const { environment, database, smtp } = await openSubscribers(kind, 0);
    await insertConfirmed(database, count);
    const dry = await runCommand(environment, ...words, '--dry-run');
    expect(JSON.parse(dry.out)).toMatchObject({ confirmed: count, queued: 0, wouldReceive: count });
    expect(smtp.mails).toEqual([]);

    smtp.slowDown(60);
    const { child, ended } = await startCommand(environment, ...words);
    await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBeGreaterThan(10);
    child.kill('SIGKILL');
    await ended;
    smtp.slowDown(0);
    const part = JSON.parse((await runCommand(environment, ...words, '--dry-run')).out);
    expect(part).toMatchObject({ queued: count, wouldReceive: count - part.sent });
    expect(Math.abs(smtp.mails.length - part.sent)).toBeLessThanOrEqual(5);
    await age(database, leaseTime); // The leases of the dead process have to end first.
    const killedAt = performance.now();
    const second = await runCommand(environment, ...words);
    expect(performance.now() - killedAt).toBeLessThan(30_000);
    expect([second.code, second.error]).toEqual([0, '']);
    expect(JSON.parse(second.out)).toMatchObject({ total: count, remaining: 0 });
    const again = await runCommand(environment, ...words, '--dry-run');
    expect(JSON.parse(again.out)).toMatchObject({ sent: count, wouldReceive: 0 });
    const third = await runCommand(environment, ...words);
    expect(JSON.parse(third.out)).toMatchObject({ sent: 0, total: count, remaining: 0 });

    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(count);
    expect(smtp.mails.length).toBeLessThanOrEqual(count + 5);
    const mail = smtp.last();
    const name = /[^ -~]/.test(site.name) ? '=\\?UTF-8\\?[^"<]+' : `"${site.name}"`;
    const listId = expect.stringMatching(`^${name} <newsletter\\.setucircle\\.example>$`); // RFC 2919
    expect(readHeaders(mail, 'List-Id')).toEqual([listId]);
    expect(readHeaders(mail, 'Auto-Submitted')).toEqual([]); // Somebody wrote it.
    const source = readMailText(mail);
    expect(source).toContain('Subject: Monsoon <letter>\r\n');
    expect(source).toContain('<title>Monsoon &lt;letter&gt;</title>');
    const pages = { '<p>': 'events', '&lt;': 'blog', '&quot;': 'about' };
    for (const [before, page] of Object.entries(pages)) {
      expect(source).toContain(`${before}<a href="https://circle.example/${page}"`);
    }
    expect(source).toContain(`${unsubscribe}: ${link}`);
  },
  120_000,
);

test('the same words saved again are the same edition', async () => {
  const { environment } = await openSubscribers('SQLite', 0);
  const letter = 'Dear readers\n\n  https://example.org/a\nOn the way';
  const page = '<!DOCTYPE html>\n<p>\u{1fab7}</p>';
  const saved = (text: string) => [
    text,
    `${text}\n`,
    `\ufeff${text}`,
    `${text.replaceAll('\n', ' \t\n')}\n\n`,
    `\ufeff${text}\n`.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', '\r'),
  ];
  const pages = saved(page);
  const ids = new Set<string>();
  for (const [number, text] of saved(letter).entries()) {
    const folder = await makeFolder({ 'letter.txt': text, 'letter.html': pages[number] ?? '' });
    const files = ['--text', join(folder, 'letter.txt'), '--html', join(folder, 'letter.html')];
    const { out } = await runCommand(
      environment,
      'send',
      '--subject',
      'A',
      ...files,
      '--dry-run',
      '--json',
    );
    ids.add(JSON.parse(out).edition);
  }
  expect(ids.size).toBe(1);
}, 60_000);

test('an edition is sent to one address first, exactly as a subscriber gets it, and leaves no trace', async () => {
  const { app, environment, database, store, smtp } = await openSubscribers('SQLite', 1);
  const before = await database.query('SELECT * FROM newsletter_outbox');
  const page = join(await makeFolder({ 'a.html': '<h1>Monsoon</h1>' }), 'a.html');
  const send = [...words.slice(0, -1), '--html', page];
  const reader = 'reader-0@example.com'; // A subscriber's own address: the link must not unsubscribe.
  const { code, out } = await runCommand(environment, ...send, '--to', `\u200b${reader} `);
  expect([code, out]).toEqual([0, expect.stringContaining(`Sent to ${reader} as a test`)]);
  const test = smtp.last();
  expect([test.to, readHeaders(test, 'Subject')]).toEqual([reader, ['[Test] Monsoon <letter>']]);
  const leave = await request(app).post(readLink(test, 'unsubscribe'));
  expect([leave.status, await store.stats()]).toMatchObject([200, { confirmed: 1 }]);
  const tables = ['SELECT * FROM newsletter_editions', 'SELECT * FROM newsletter_suppressions'];
  for (const query of tables) expect(await database.query(query)).toEqual([]);
  expect(await database.query('SELECT * FROM newsletter_outbox')).toEqual(before);

  const dry = await runCommand(environment, ...send, '--dry-run');
  const [html = '', plain = ''] = [...dry.out.matchAll(/: (\/.*)$/gm)].map(([, file = '']) =>
    readFileSync(file, 'utf8'),
  );
  await runCommand(environment, ...send);
  const sent = smtp.last();
  const same = (text: string) =>
    text.replaceAll(/token=\w+/g, 'token=…').replaceAll(/--_?-[^\r\n]+|\s+/g, '');
  const bodies = [test, sent].map((mail) =>
    same(readMailText(mail).split('\r\n\r\n').slice(1).join('')),
  );
  expect(bodies[0]).toBe(bodies[1]);
  for (const preview of [html, plain]) expect(bodies[1]).toContain(same(preview));

  smtp.reject(/^reader/, '550 5.7.1 Relaying denied');
  const rejected = await runCommand(environment, ...send, '--to', reader);
  expect(rejected).toMatchObject({ code: 1, error: expect.stringContaining('550 5.7.1') });
}, 60_000);

/** A line of a text edition, and the address that it links; the rest of the line is around the link. */
const linked = [
  ['https://en.example.org/wiki/Setu_(film)', 'https://en.example.org/wiki/Setu_(film)'],
  ['(see https://en.example.org/wiki/Setu_(film))', 'https://en.example.org/wiki/Setu_(film)'],
  ['[https://example.org/[b]],', 'https://example.org/[b]'],
  ['“https://example.org/c”', 'https://example.org/c'],
  ['“https://example.org/d.”', 'https://example.org/d'],
  ['„https://example.org/e“', 'https://example.org/e'],
  ['«https://example.org/f»', 'https://example.org/f'],
  ['»https://example.org/g«', 'https://example.org/g'],
  ['‘https://example.org/h’!', 'https://example.org/h'],
  ['「https://example.org/i」。', 'https://example.org/i'],
  ['https://example.org/j…', 'https://example.org/j'],
  ['https://hi.example.org/wiki/भारत।', 'https://hi.example.org/wiki/भारत'],
  ["'https://example.org/k'", 'https://example.org/k'],
  ['*https://example.org/l*', 'https://example.org/l'],
  ['Https://example.org/m', 'Https://example.org/m'],
  ['HTTP://EXAMPLE.ORG/n?', 'HTTP://EXAMPLE.ORG/n'],
  ['https://example.org/o?a=b&c=d#e-', 'https://example.org/o?a=b&amp;c=d#e-'],
  ['https://example.org/p...', 'https://example.org/p'],
] as const;

test('a link of a text edition ends where its address ends', async () => {
  const { environment, smtp } = await openSubscribers('SQLite', 1);
  const folder = await makeFolder({ 'a.txt': linked.map(([line]) => line).join('\n\n') });
  const files = ['--text', join(folder, 'a.txt')];
  expect(await runCommand(environment, 'send', '--subject', 'A', ...files)).toMatchObject({
    code: 0,
  });
  const [, formatted = ''] = readMailText(smtp.last()).split('Content-Type: text/html');
  const found = [...formatted.matchAll(/<p>[^<]*<a href="([^"]*)"[^>]*>([^<]*)<\/a>[^<]*<\/p>/g)];
  expect(found.map(([, href]) => href)).toEqual(linked.map(([, address]) => address));
  expect(found.map(([, , text]) => text)).toEqual(linked.map(([, address]) => address));
}, 60_000);

test('nothing in an HTML edition hides the unsubscribe link', async () => {
  const { environment, smtp } = await openSubscribers('SQLite', 1);
  const pages = [
    '<html><body><p>a</p></body></html><!-- </body> -->',
    '<!-- no </body> yet --><html><body><p>b</p></body></html>',
    '<p>a fragment',
    '<html><body><p>never closed</p><!-- a comment',
    '<html><body><div style="display:none">unclosed</body></html>',
    '<html><body><table><tr><td>unclosed</body></html>',
    '<html><head><title></body></title></head><body>title</BODY ></html>',
    '<html><body><textarea></body></textarea><p>c</p></html>',
    '<html><body><p title="</body>">d</p><style>/* </body> */</style></body>',
    '<html><body><!--[if mso]><p>Outlook</p><![endif]--><![if !mso]>others<![endif]></body></html>',
  ];
  for (const [number, page] of pages.entries()) {
    const folder = await makeFolder({ 'a.html': page });
    const files = ['--text', text, '--html', join(folder, 'a.html')];
    const { code, error } = await runCommand(
      environment,
      'send',
      '--subject',
      `${number}`,
      ...files,
    );
    expect([page, code, error.includes('rror')]).toEqual([page, 0, false]);
    const [, formatted = ''] = readMailText(smtp.last()).split('Content-Type: text/html');
    const document = parse(formatted.slice(formatted.indexOf('\r\n\r\n')));
    expect([page, findParents(document, 'a')]).toEqual([page, ['p', 'body', 'html']]);
    if (page.includes('mso')) expect(formatted).toContain('<![if !mso]>others<![endif]>');
  }
}, 60_000);

/** The names of the elements around the only element with this name. */
function findParents(parent: DefaultTreeAdapterTypes.ParentNode, name: string): readonly string[] {
  for (const child of parent.childNodes) {
    if (child.nodeName === name) return [parent.nodeName];
    if (!('childNodes' in child)) continue;
    const found = findParents(child, name);
    if (found.length > 0)
      return parent.nodeName === '#document' ? found : [...found, parent.nodeName];
  }
  return [];
}

test('an HTML edition has the unsubscribe link in both of its forms, and each tenth that is sent is one line', async () => {
  const { environment, smtp } = await openSubscribers('SQLite', 12);
  const page = '<!DOCTYPE html><!-- no </body> yet --><html><body><h1>Monsoon</h1></body></html>';
  const html = join(await makeFolder({ 'letter.html': page }), 'letter.html');
  const { code, error } = await runCommand(environment, ...words.slice(0, -1), '--html', html);
  expect([code, error.match(/^Sending +█+░* {2}\d+ of 12 .* s left$/gm)?.length]).toEqual([0, 10]);
  const source = readMailText(smtp.last());
  const [plain = '', formatted = ''] = source.split('Content-Type: text/html');
  expect(plain).toContain(`${unsubscribe}: ${link}`);
  expect(formatted).toMatch(
    /<h1>Monsoon<\/h1><p[^>]*>[^<]+ <a href="[^"]+"[^>]*>[^<]+<\/a><\/p><\/body>/,
  );
  expect(formatted).toContain(`<a href="${link}`);
}, 60_000);

test('one wrong sender ends it with 1, pauses, wipes nobody, and sending it again reaches all', async () => {
  const count = 30;
  const { environment, database, smtp } = await openSubscribers('SQLite', 0);
  await insertConfirmed(database, count);
  smtp.reject(/./, '550 5.1.8 <news@circle.example>: Domain not found');
  const first = await runCommand(environment, ...words);
  expect(first).toMatchObject({ code: 1, error: expect.stringContaining('PAUSED since 20') });
  expect(JSON.parse(first.out)).toMatchObject({ sent: 0, remaining: count, paused: '550 5.1.8' });
  const shown = await runCommand(environment, 'stats');
  expect(shown.out).toMatch(/^confirmed +30$/m);
  expect(shown.out).toMatch(/^mails waiting +0\n.*\nmails paused +30\nmails given up +0$/m);
  expect(shown.out).toMatch(/^PAUSED since .*“Monsoon <letter>”.*30 mails paused.*550 5\.1\.8/m);
  expect(shown.out).not.toContain('unknown');
  smtp.reject(/./, undefined);
  const second = await runCommand(environment, ...words);
  expect(second.code).toBe(0);
  expect(JSON.parse(second.out)).toMatchObject({ sent: count, remaining: 0, paused: null });
  const read = async (...words: string[]) =>
    JSON.parse((await runCommand(environment, ...words)).out);
  const stats = { confirmed: count, problems: { pauses: [] } };
  expect(await read('stats', '--json')).toMatchObject(stats);

  smtp.reject(/^reader-0@/, '550 5.1.1 No such user');
  await runCommand(environment, 'send', '--subject', 'Next', '--text', text);
  // The bounced mail is due in a day: the command does not wait for it.
  await runCommand(environment, 'send', '--subject', 'Next', '--text', text);
  const subscribers = [{ bounce_days: 1, bounce_code: '550 5.1.1' }];
  expect(await read('export', 'reader-0@example.com')).toMatchObject({ subscribers });
  expect((await runCommand(environment, 'stats')).out).toContain('bounced: 1 × 550 5.1.1');
  const none = { code: 0, out: '{"resumed":0}\n' };
  expect(await runCommand(environment, 'resume', '--json')).toMatchObject(none);
}, 120_000);

test('a mail server that is away ends it with 1, and nothing is lost', async () => {
  const { environment, smtp, stop, store } = await openSubscribers('SQLite', 3);
  await smtp.stop();
  const { code, out, error } = await runCommand(environment, ...words);
  expect([code, JSON.parse(out)]).toMatchObject([1, { sent: 0, remaining: 3 }]);
  expect(error).toContain('What waits is sent by the server');
  expect((await store.stats()).waiting).toBe(3);
  await stop();
}, 60_000);
