import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import request from 'supertest';
import { expect, test } from 'vitest';
import { leaseTime } from '#server/newsletter/mail/timing.ts';
import { newsletterMails } from '#shared/content/newsletter.ts';
import { site } from '#shared/site.ts';
import { edition, openSubscribers } from '../../../helpers/newsletter/newsletter-command.ts';
import { insertConfirmed, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { readHeaders, readLink, readMailText } from '../../../helpers/newsletter/smtp.ts';
import { makeFolder, startServer } from '../../../helpers/until-test-ends.ts';

const words = ['send', '--subject', 'Monsoon <letter>', '--text', edition];
const { unsubscribe } = newsletterMails.edition;
const link = 'https://circle.example/newsletter/unsubscribe?token=';

/** A file with this text. */
const makeFile = async (text: string) => join(await makeFolder({ letter: text }), 'letter');

/** The HTML part of a mail. */
const readHtml = (mail: Parameters<typeof readMailText>[0]) =>
  readMailText(mail).split('Content-Type: text/html')[1] ?? '';

/** Lines of a text edition. The marks ‹ and › enclose the expected links, and are not part of the text. */
const linked = [
  ...['‹https://en.example.org/wiki/Setu_(film)›', '(see ‹https://example.org/wiki/Setu_(film)›)'],
  ...['[‹https://example.org/[b]›],', '“‹https://example.org/c›”', '“‹https://example.org/d›.”'],
  ...['„‹https://example.org/e›“', '«‹https://example.org/f›»', '»‹https://example.org/g›«'],
  ...['‘‹https://example.org/h›’!', '「‹https://example.org/i›」。', '‹https://example.org/j›…'],
  ...[
    '‹https://hi.example.org/wiki/भारत›।',
    "'‹https://example.org/k›'",
    '*‹https://example.org/l›*',
  ],
  ...['‹Https://example.org/m›', '‹HTTP://EXAMPLE.ORG/n›?', '‹https://example.org/p›...'],
  '‹https://example.org/o?a=b&c=d#e-›',
];

test.each(storeKinds)(
  'with %s an edition is queued and sent once to everyone, also if the server is killed',
  async (kind) => {
    const count = 60;
    const { age, environment, database, outbox, read, smtp } = await openSubscribers(kind, 0);
    await insertConfirmed(database, count);
    const send = (...more: string[]) => read(...words, ...more);
    const toAll = { confirmed: count, queued: 0, wouldReceive: count };
    expect(await send('--dry-run')).toMatchObject(toAll);
    expect(smtp.mails).toEqual([]);

    expect(await send()).toMatchObject({ queued: count, total: count, sent: 0, endsAt: null });
    expect(await send()).toMatchObject({ queued: 0, total: count, sent: 0 });
    expect(smtp.mails).toEqual([]);

    smtp.slowDown(60);
    const server = await startServer({ ...environment, PORT: '0' });
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(10);
    await server.end('SIGKILL');
    smtp.slowDown(0);
    const part = await send('--dry-run');
    expect(part).toMatchObject({ queued: count, wouldReceive: count - part.sent });
    expect(Math.abs(smtp.mails.length - part.sent)).toBeLessThanOrEqual(5);
    await age(leaseTime); // The leases of the killed process have to end first.
    await outbox.drain();
    expect(await send('--dry-run')).toMatchObject({ sent: count, wouldReceive: 0 });
    expect(await send()).toMatchObject({ queued: 0, total: count, sent: count });

    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(count);
    expect(smtp.mails.length).toBeLessThanOrEqual(count + 5);
    const mail = smtp.last();
    const name = /[^ -~]/.test(site.name) ? '=\\?UTF-8\\?[^"<]+' : `"${site.name}"`;
    const list = `<newsletter.${site.identity.domain}>`; // RFC 2919
    const listId = expect.stringMatching(`^${name} ${list.replaceAll('.', '\\.')}$`);
    expect(readHeaders(mail, 'List-Id')).toEqual([listId]);
    expect(readHeaders(mail, 'Auto-Submitted')).toEqual([]); // A person has written it.
    for (const part of [
      'Subject: Monsoon <letter>\r\n',
      '<title>Monsoon &lt;letter&gt;</title>',
      '<p><a href="https://circle.example/events"',
      '&lt;<a href="https://circle.example/blog"',
      '&quot;<a href="https://circle.example/about"',
      `${unsubscribe}: ${link}`,
    ]) {
      expect(readMailText(mail)).toContain(part);
    }
  },
);

test('a file, or the standard input, with the same words is the same edition', async () => {
  const { read } = await openSubscribers('SQLite', 0);
  const letter = 'Dear readers\n\n  https://example.org/a\nOn the way';
  const page = '<!DOCTYPE html>\n<p>\u{1fab7}</p>';
  const ids = new Set<string>();
  for (const save of [
    (text: string) => text,
    (text: string) => `${text}\n`,
    (text: string) => `\ufeff${text}`,
    (text: string) => `${text.replaceAll('\n', ' \t\n')}\n\n`,
    (text: string) => `\ufeff${text}\n`.replaceAll('\n', '\r\n'),
    (text: string) => text.replaceAll('\n', '\r'),
  ]) {
    const files = ['--text', await makeFile(save(letter)), '--html', await makeFile(save(page))];
    ids.add((await read('send', '--subject', 'A', ...files, '--dry-run')).edition);
  }
  expect(ids.size).toBe(1);
  const send = ['send', '--subject', 'A', '--dry-run', '--text'];
  expect((await read(...send, '-')).edition).toBe((await read(...send, edition)).edition);
});

test('a test mail is the same as a subscriber’s, and stores nothing', async () => {
  const { app, database, outbox, run, store, smtp } = await openSubscribers('SQLite', 1);
  const listRows = async () => [
    await database.query('SELECT * FROM newsletter_outbox'),
    await database.query('SELECT * FROM newsletter_editions'),
    await database.query('SELECT * FROM newsletter_suppressions'),
  ];
  const before = await listRows();
  const send = [...words, '--html', await makeFile('<h1>Monsoon</h1>')];
  const reader = 'reader-0@example.com'; // A subscriber's own address: the link must not unsubscribe.
  const out = expect.stringContaining(`Sent to ${reader} as a test`);
  expect(await run(...send, '--to', `\u200b${reader} `)).toMatchObject({ code: 0, out });
  const test = smtp.last();
  expect([test.to, readHeaders(test, 'Subject')]).toEqual([reader, ['[Test] Monsoon <letter>']]);
  const leave = await request(app).post(readLink(test, 'unsubscribe'));
  expect([leave.status, await store.stats()]).toMatchObject([200, { confirmed: 1 }]);
  expect(await listRows()).toEqual(before);

  const dry = await run(...send, '--dry-run');
  const files = [...dry.out.matchAll(/: (\/.*)$/gm)].map(([, file = '']) => file);
  await run(...send);
  await outbox.drain();
  const same = (text: string) =>
    text.replaceAll(/token=\w+/g, 'token=…').replaceAll(/--_?-[^\r\n]+|\s+/g, '');
  const [tested, sent] = [test, smtp.last()].map((mail) =>
    same(readMailText(mail).split('\r\n\r\n').slice(1).join('')),
  );
  expect(tested).toBe(sent);
  expect(files).toHaveLength(2);
  for (const file of files) expect(sent).toContain(same(readFileSync(file, 'utf8')));

  smtp.reject(/^reader/, '550 5.7.1 Relaying denied');
  const error = expect.stringContaining('550 5.7.1');
  expect(await run(...send, '--to', reader)).toMatchObject({ code: 1, error });
});

test('a link in a text edition ends with its address', async () => {
  const { outbox, run, smtp } = await openSubscribers('SQLite', 1);
  const file = await makeFile(linked.join('\n\n').replaceAll(/[‹›]/g, ''));
  const sent = await run('send', '--subject', 'A', '--text', file);
  expect(sent).toMatchObject({ code: 0 });
  await outbox.drain();
  const link = /<p>[^<]*<a href="([^"]*)"[^>]*>([^<]*)<\/a>[^<]*<\/p>/g;
  const found = [...readHtml(smtp.last()).matchAll(link)].map(([, ...both]) => both);
  const addresses = linked.map((line) => line.replace(/.*‹(.*)›.*/, '$1').replace('&', '&amp;'));
  expect(found).toEqual(addresses.map((address) => [address, address]));
});

test('no markup of an HTML edition hides the unsubscribe link', async () => {
  const { outbox, run, smtp } = await openSubscribers('SQLite', 1);
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
    const files = ['--text', edition, '--html', await makeFile(page)];
    const { code, error } = await run('send', '--subject', `${number}`, ...files);
    expect([page, code, error.includes('rror')]).toEqual([page, 0, false]);
    await outbox.drain();
    const formatted = readHtml(smtp.last());
    const document = parse(formatted.slice(formatted.indexOf('\r\n\r\n')));
    expect([page, findParents(document, 'a')]).toEqual([page, ['p', 'body', 'html']]);
    expect(formatted).toContain(`<a href="${link}`);
    if (page.includes('mso')) expect(formatted).toContain('<![if !mso]>others<![endif]>');
  }
});

test('with a wrong sender an edition pauses and nobody is removed; a second run sends to everyone', async () => {
  const count = 30;
  const { database, outbox, read, run, smtp } = await openSubscribers('SQLite', 0);
  await insertConfirmed(database, count);
  smtp.reject(/./, '550 5.1.8 <news@circle.example>: Domain not found');
  await read(...words);
  await outbox.drain();
  const shown = await run('stats');
  expect(shown.out).toMatch(/^confirmed +30$/m);
  expect(shown.out).toMatch(/^mails waiting +0\n.*\nmails paused +30\nmails given up +0$/m);
  expect(shown.out).toMatch(/^PAUSED since .*“Monsoon <letter>”.*30 mails paused.*550 5\.1\.8/m);
  expect(shown.out).not.toContain('unknown');
  smtp.reject(/./, undefined);
  expect(await read(...words)).toMatchObject({ queued: 0, total: count });
  await outbox.drain();
  expect(await read(...words)).toMatchObject({ sent: count });
  expect(await read('stats')).toMatchObject({ confirmed: count, problems: { pauses: [] } });

  smtp.reject(/^reader-0@/, '550 5.1.1 No such user');
  await run('send', '--subject', 'Next', '--text', edition);
  await outbox.drain();
  const subscribers = [{ bounce_days: 1, bounce_code: '550 5.1.1' }];
  expect(await read('export', 'reader-0@example.com')).toMatchObject({ subscribers });
  expect((await run('stats')).out).toContain('bounced: 1 × 550 5.1.1');
  expect(await read('resume')).toEqual({ resumed: 0, closed: [] });
});

/** The names of the elements around the only element with this name. */
function findParents(parent: DefaultTreeAdapterTypes.ParentNode, name: string): readonly string[] {
  for (const child of parent.childNodes) {
    if (child.nodeName === name) return [parent.nodeName];
    const found = 'childNodes' in child ? findParents(child, name) : [];
    if (found.length > 0)
      return parent.nodeName === '#document' ? found : [...found, parent.nodeName];
  }
  return [];
}
