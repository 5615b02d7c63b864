import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { newsletterMails } from '#shared/content/newsletter.ts';
import { minute } from '#shared/dates/durations.ts';
import { site } from '#shared/site.ts';
import {
  edition,
  openSubscribers,
  runCommand,
} from '../../../helpers/newsletter/newsletter-command.ts';

import { insertConfirmed, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { readHeaders, readLink, readMailText } from '../../../helpers/newsletter/smtp.ts';
import { makeFolder, startServer } from '../../../helpers/until-test-ends.ts';

const words = ['send', '--subject', 'Monsoon <letter>', '--text', edition];
const { unsubscribe } = newsletterMails.edition;
const link = 'https://circle.example/newsletter/unsubscribe?token=';

/** A file with this text. */
const makeFile = async (text: string) => join(await makeFolder({ letter: text }), 'letter');

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
    await age(minute); // The mails that were in flight wait for a minute.
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

test('an edition may come from the standard input', async () => {
  const { read } = await openSubscribers('SQLite', 0);
  const send = ['send', '--subject', 'A', '--dry-run', '--text'];
  expect((await read(...send, '-')).edition).toBe((await read(...send, edition)).edition);
});

test('a test mail is the same as a subscriber’s, and stores nothing', async () => {
  const { app, database, outbox, run, store, smtp } = await openSubscribers('SQLite', 1);
  const listRows = async () => [
    await database.query('SELECT * FROM newsletter_mails'),
    await database.query('SELECT * FROM newsletter_editions'),
    await database.query('SELECT * FROM newsletter_suppressions'),
  ];
  const before = await listRows();
  const send = [...words, '--html', await makeFile('<h1>Monsoon</h1><img src="i.png">')];
  const reader = 'reader-0@example.com'; // A subscriber's own address: the link must not unsubscribe.
  const out = expect.stringContaining(`Sent to ${reader} as a test`);
  const fault = 'No reader can open "i.png"\n';
  const toReader = ['--to', `\u200b${reader} `];
  expect(await run(...send, ...toReader)).toMatchObject({ code: 0, out, error: fault });
  const test = smtp.last();
  expect([test.to, readHeaders(test, 'Subject')]).toEqual([reader, ['[Test] Monsoon <letter>']]);
  expect(readMailText(test)).toContain(`<a href="${link}`);
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

test('an edition whose mails are refused pauses and nobody is removed; a second run sends to everyone', async () => {
  const count = 30;
  const { database, outbox, read, run, smtp } = await openSubscribers('SQLite', 0);
  await insertConfirmed(database, count);
  await database.query(
    "UPDATE newsletter_subscribers SET address = REPLACE(address, '@', '@' || SUBSTR(address, LENGTH(address) - 12, 1) || '.')",
  );
  smtp.reject(/./, '550 5.1.8 <news@circle.example>: Domain not found');
  await read(...words);
  await outbox.drain();
  const shown = await run('stats');
  expect(shown.out).toMatch(/^confirmed +30$/m);
  expect(shown.out).toMatch(/^mails waiting +0\n.*\neditions paused +1\nmails given up +0$/m);
  expect(shown.out).toMatch(/^“Monsoon <letter>”.*30 waiting.*PAUSED since .*550 5\.1\.8/m);
  expect(shown.out).not.toContain('unknown');
  smtp.reject(/./, undefined);
  expect(await read(...words)).toMatchObject({ queued: 0, total: count });
  await outbox.drain();
  expect(await read(...words)).toMatchObject({ sent: count });
  expect(await read('stats')).toMatchObject({ confirmed: count, paused: 0 });
});

test('the output says when the last mail is expected, and stats what happened to each', {
  timeout: 180_000,
}, async () => {
  const made = await openSubscribers('SQLite', 12);
  const { database, environment, outbox, read, run, smtp } = made;
  await smtp.stop(); // Queueing needs no mail server.
  const queued = await runCommand({ ...environment, MAIL_RATE: '100/h' }, ...words, '--json');
  const { endsAt, ...counts } = JSON.parse(queued.out);
  expect(counts).toMatchObject({ queued: 12, total: 12, sent: 0 });
  expect(Math.round((Date.parse(endsAt) - Date.now()) / minute)).toBe(7); // 12 × 36 s
  const again = await runCommand({ ...environment, MAIL_RATE: '100/h' }, ...words);
  expect(again.out).toMatch(
    /^0 queued now, 12 in all, 0 of them sent\. .* those that wait .* until 20.*MAIL_RATE=100/,
  );
  expect((await run(...words)).out).toContain('as fast as the mail server takes them');
  await smtp.start();

  const ask = async () => (await run('stats')).out;
  smtp.reject(/^reader-\d@/, '451 4.7.1 <reader@example.com>: too many mails');
  await outbox.drain();
  expect(await ask()).toMatch(/“Monsoon <letter>” \(\w+\): 2 sent, 10 waiting, 0 given up/);
  expect(await ask()).toMatch(/^mails deferred: 10 × 451 4\.7\.1\n.* set MAIL_RATE\.$/m);
  const change =
    "UPDATE newsletter_mails SET code = '421' WHERE id IN (SELECT MIN(id) FROM newsletter_mails WHERE code IS NOT NULL)";
  await database.query(change);
  expect(await ask()).not.toContain('MAIL_RATE'); // Nine may be anything.
  await database.query("UPDATE newsletter_mails SET state = 'given-up' WHERE code IS NOT NULL");
  expect(await ask()).toContain('mails given up: 9 × 451 4.7.1, 1 × 421');

  const { edition: id } = await read(...words, '--dry-run');
  await database.query(`UPDATE newsletter_editions SET closed_at = 1 WHERE id = '${id}'`);
  const error = expect.stringContaining('This edition was closed on 1970-01-01');
  for (const more of [[], ['--dry-run']]) {
    expect(await run(...words, ...more)).toMatchObject({ code: 1, error });
  }
});
