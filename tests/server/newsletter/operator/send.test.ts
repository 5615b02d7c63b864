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
  startCommand,
} from '../../../helpers/newsletter/newsletter-command.ts';
import {
  insertConfirmed,
  storeKinds,
  type TestDatabase,
} from '../../../helpers/newsletter/newsletter-stores.ts';
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
    const { age, environment, database, outbox, read, run, smtp } = await openSubscribers(kind, 0);
    await insertConfirmed(database, count);
    const send = (...more: string[]) => read(...words, ...more);
    expect(await send('--dry-run')).toMatchObject({ confirmed: count, wouldReceive: count });

    const queued = { total: count, sent: 0, waiting: count, endsAt: null };
    expect(await send()).toMatchObject({ ...queued, queued: count });
    expect(await send()).toMatchObject({ ...queued, queued: 0 });
    expect(smtp.mails).toEqual([]);

    smtp.slowDown(60);
    const server = await startServer({ ...environment, PORT: '0' });
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(10);
    await server.end('SIGKILL');
    smtp.slowDown(0);
    const part = await send('--dry-run');
    expect(part).toMatchObject({ queued: count, wouldReceive: count - part.sent });
    expect(Math.abs(smtp.mails.length - part.sent)).toBeLessThanOrEqual(5);
    await age(2 * minute); // The time of the killed sender has to end first, and that of its mails.
    await outbox.drain();
    const done = `0 queued now, ${count} in all: ${count} sent, 0 waiting, 0 given up. Nothing remains to be done.\n`;
    expect((await run(...words)).out).toBe(done);

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

test('the built command line takes an edition from the standard input, and ends with an exit code', async () => {
  const { environment, read } = await openSubscribers('SQLite', 0);
  const send = ['send', '--subject', 'A', '--dry-run', '--json', '--text'];
  const { code, out } = await startCommand(environment, ...send, '-');
  expect([code, JSON.parse(out).edition]).toEqual([0, (await read(...send, edition)).edition]);
  expect(await startCommand(environment, 'delete', 'a@example.com')).toMatchObject({ code: 3 });
});

test('a test mail is the same as a subscriber’s, and stores nothing', async () => {
  const { app, database, outbox, read, run, store, smtp } = await openSubscribers('SQLite', 1);
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

  const dry = await read(...send, '--dry-run');
  const shown = await run(...send, '--dry-run');
  await run(...send);
  await outbox.drain();
  const same = (text: string) =>
    text.replaceAll(/token=\w+/g, 'token=…').replaceAll(/--_?-[^\r\n]+|\s+/g, '');
  const [tested, sent] = [test, smtp.last()].map((mail) =>
    same(readMailText(mail).split('\r\n\r\n').slice(1).join('')),
  );
  expect(tested).toBe(sent);
  for (const part of [dry.text, dry.html]) {
    expect(sent).toContain(same(part));
    expect(shown.out).toContain(part);
  }
  expect(shown.out).toMatch(
    /^1 would receive it; 0 have it\. Nothing was sent\.\n\nSubject: Monsoon/,
  );

  smtp.reject(/^reader/, '550 5.7.1 Relaying denied');
  const error = expect.stringContaining('550 5.7.1');
  expect(await run(...send, '--to', reader)).toMatchObject({ code: 1, error });
});

/** Confirmed subscribers of three domains: the refusals of one pause no edition. */
async function insertOfThreeDomains(database: TestDatabase, count: number) {
  await insertConfirmed(database, count);
  const domain = "'@d' || (rowid % 3) || '.'";
  await database.query(
    `UPDATE newsletter_subscribers SET address = REPLACE(address, '@', ${domain})`,
  );
}

test('with a wrong sender an edition pauses and nobody is removed; after resume it is sent to everyone', async () => {
  const count = 30;
  const { database, outbox, read, run, smtp } = await openSubscribers('SQLite', 0);
  await insertOfThreeDomains(database, count);
  smtp.reject(/./, '550 5.1.8 <news@circle.example>: Domain not found');
  const { edition: id } = await read(...words);
  await outbox.drain();
  const { out } = await run('stats');
  expect(out).toMatch(/^confirmed +30$/m);
  expect(out).toMatch(
    /^“Monsoon <letter>” .*; PAUSED since 20.* last with 550 5\.1\.8: correct the /m,
  );
  expect(out).not.toContain('unknown');
  smtp.reject(/./, undefined);
  expect((await run(...words)).out).toContain(
    `It is paused, so that nothing is sent: "resume ${id}"`,
  );
  await outbox.drain();
  expect(smtp.mails).toEqual([]);
  expect((await run('resume')).out).toMatch(/^Resumed: 30 are due, 0 have it\./);
  await outbox.drain();
  expect(smtp.mails).toHaveLength(count);
  expect((await run('resume', id)).out).toBe('30 have it: nothing remains to be done.\n');
  expect(await read('stats')).toMatchObject({ confirmed: count, editions: [{ sent: count }] });
});

test.each(storeKinds)(
  'with %s a letter with a mistake is stopped: send, pause, cancel',
  async (kind) => {
    const count = 40;
    const { database, outbox, read, run, smtp } = await openSubscribers(kind, 0);
    await insertConfirmed(database, count);
    const { edition: id } = await read(...words);
    smtp.slowDown(100);
    outbox.start();
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(3);
    expect((await run('pause')).out).toMatch(/^Paused: \d+ wait, \d+ have it\. Mails that are on /);
    smtp.slowDown(0);
    await outbox.drain();
    const sent = smtp.mails.length;
    expect(sent).toBeLessThan(count);
    const [stopped] = (await read('stats')).editions;
    expect(stopped).toMatchObject({ id, sent, waiting: count - sent, pauseCode: 'operator' });
    expect((await run('stats')).out).toMatch(
      /; PAUSED since 20.*Z by the operator, then: resume or /,
    );
    expect((await run('pause')).code).toBe(3); // It is paused already.

    const words2 = `Cancelled: ${count - sent} will not get it, ${sent} have it.`;
    expect((await run('cancel', id.slice(0, 6))).out).toContain(words2);
    await outbox.drain();
    expect(smtp.mails).toHaveLength(sent);
    const cancelled = `${sent} sent, 0 waiting, ${count - sent} given up; cancelled 20`;
    const { out } = await run('stats');
    expect(out).toContain(cancelled);
    expect(out).not.toContain('tries them again'); // Nobody can resume it.
    for (const command of [['resume', id], ['cancel', id], words, [...words, '--dry-run']]) {
      const error = expect.stringContaining(cancelled);
      expect(await run(...command)).toMatchObject({ code: 1, error });
    }
    const none = await run('resume');
    expect([none.code, none.error]).toEqual([
      3,
      expect.stringMatching(/^No edition is paused\n“Monsoon/),
    ]);
  },
);

test('of several editions a command needs the id, and of a sent one it stops nothing', async () => {
  const { outbox, read, run } = await openSubscribers('SQLite', 1);
  const { edition: first } = await read(...words);
  expect((await run('pause', first)).code).toBe(0);
  const { edition: second } = await read('send', '--subject', 'Second', '--text', edition);
  const both = await run('cancel');
  expect([both.code, both.error]).toEqual([
    2,
    expect.stringMatching(/^Which edition\?\n“Second” /),
  ]);
  for (const id of [first, second]) expect(both.error).toContain(id);
  expect((await run('pause', 'xyz')).code).toBe(3);
  await outbox.drain();
  const late = { code: 1, error: expect.stringContaining('1 sent, 0 waiting') };
  expect(await run('cancel', second)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^Too late/),
  });
  expect(await run('pause', second)).toMatchObject(late);
  expect((await run('cancel')).out).toMatch(/^Cancelled: 1 will not get it, 0 have it\./);
});

test('the output says when the last mail is expected, and stats what happened to each', async () => {
  const made = await openSubscribers('SQLite', 12);
  const { database, environment, outbox, read, run, smtp } = made;
  await smtp.stop(); // Queueing needs no mail server.
  const rate = { ...environment, MAIL_RATE: '100/h' };
  const queued = await runCommand(rate, ...words, '--json');
  const { endsAt, ...counts } = JSON.parse(queued.out);
  expect(counts).toMatchObject({ queued: 12, total: 12, sent: 0 });
  expect(Math.round((Date.parse(endsAt) - Date.now()) / minute)).toBe(7); // 12 × 36 s
  expect((await runCommand(rate, ...words)).out).toMatch(
    /^0 queued now, 12 in all: 0 sent, 12 waiting, .* until 20.*MAIL_RATE=100/,
  );
  expect((await run(...words)).out).toContain('as fast as the mail server takes them');
  await outbox.drain();
  expect((await run('stats')).out).toMatch(/^NOTHING IS SENT since 20.*ECONNREFUSED/m);

  await smtp.start();
  const mails = async (change: string) => database.query(`UPDATE newsletter_mails SET ${change}`);
  await mails("attempts = 1, code = '451 4.7.1' WHERE id > (SELECT MIN(id) FROM newsletter_mails)");
  const ask = async (set = environment) => (await runCommand(set, 'stats')).out;
  expect(await ask()).toMatch(/^“Monsoon <letter>” \(\w+\): 0 sent, 12 waiting, 0 given up$/m);
  expect(await ask()).toMatch(/^mails deferred: 11 × 451 4\.7\.1.*\n.* set MAIL_RATE\.$/m);
  expect(await ask(rate)).not.toContain('set MAIL_RATE'); // It is set.
  await mails("code = '421' WHERE id IN (SELECT MAX(id) FROM newsletter_mails)");
  await mails(
    "code = '451' WHERE id IN (SELECT MAX(id) FROM newsletter_mails WHERE code <> '421')",
  );
  expect(await ask()).not.toContain('set MAIL_RATE'); // Nine may be anything.
  await mails("state = 'given-up' WHERE attempts > 0");
  expect(await ask()).toMatch(/^mails given up .*: 9 × 451 4\.7\.1, 1 × 421, 1 × 451$/m);

  const { edition: id, ...would } = await read(...words, '--dry-run');
  expect(would).toMatchObject({ queued: 12, wouldReceive: 1 });
  await database.query(`UPDATE newsletter_editions SET closed_at = 1 WHERE id = '${id}'`);
  const error = expect.stringContaining('This edition was closed on 1970-01-01');
  for (const more of [[], ['--dry-run']])
    expect(await run(...words, ...more)).toMatchObject({ code: 1, error });
});
